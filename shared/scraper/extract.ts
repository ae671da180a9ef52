import { NO_EMBED, buildShortcode, type Embed } from './embeds/embed.ts';
import { inlineEmbeds, isVideo } from './embeds/inline.ts';
import { findVideos } from './embeds/videos.ts';
import { findAddress, findCanonical } from './fields/address.ts';
import { findAuthors } from './fields/author.ts';
import { findBody } from './fields/body.ts';
import type { Found } from './fields/chain.ts';
import { findModified, findPublished } from './fields/date.ts';
import { findFavicon, findKind, findLocale } from './fields/facts.ts';
import { findPublisher } from './fields/publisher.ts';
import { findTags } from './fields/tags.ts';
import { findDescription, findHeadings, findHeadline, findTitle } from './fields/texts.ts';
import { findImages } from './images/rank.ts';
import type { Page } from './markup/page.ts';
import { oembedThumbnail, postText, type OembedAnswer } from './oembed.ts';
import type { ScraperResult } from './result.ts';
import { shortenText } from './text/clean.ts';

/** Facts about a page besides its markup. */
export interface Circumstances {
  /** The page's embed, when it belongs to a known provider. */
  readonly embed?: Embed | undefined;
  /** The answer of the page's oEmbed endpoint. */
  readonly oembed?: OembedAnswer | undefined;
  readonly contentType?: string;
  readonly charset?: string;
  readonly cacheable?: boolean;
}

const MAX_WORD_TITLE_LENGTH = 120;

/** Extracts all fields from a page without further requests. Never throws, for any page. */
export function extract(page: Page, circumstances: Circumstances = {}): ScraperResult {
  const { embed, oembed, cacheable = true } = circumstances;
  const locale = findLocale(page);
  const publisher = oembed?.provider_name ?? findPublisher(page);
  const { value: title, from: parser } = bestTitle(page, circumstances);
  const headline = findHeadline(page, publisher) ?? title;
  const authors = bestAuthors(findAuthors(page, publisher), oembed?.author_name, embed !== undefined);
  const written = inlineEmbeds(page);
  const shown = embed ?? written.map(found => found.embed).find(found => !isVideo(found));
  const body = findBody(page, { titles: [title, headline, ...findHeadings(page)], authors });
  return {
    title,
    headline,
    body,
    description: findDescription(page, body) || postText(oembed),
    url: embed?.pageUrl ?? findAddress(page),
    favicon: findFavicon(page),
    parser,
    type: embed?.provider.kind ?? findKind(page, body),
    cacheable,
    extra: { ...toExtra(page, locale, circumstances), ...authorship(authors), publisher: publisher ?? null },
    tags: findTags(page),
    images: findImages(page, oembedThumbnail(oembed)),
    embed: shown === undefined ? NO_EMBED : buildShortcode(shown, title),
    videos: findVideos(page, embed, written),
  };
}

/** Prefers a known provider's oEmbed title to the page's own, and the words of a post to a bare `<title>`. */
function bestTitle(page: Page, { embed, oembed }: Circumstances): Found {
  const stated = findTitle(page);
  const title: Found = { value: oembed?.title ?? '', from: 'oembed' };
  const words: Found = { value: shortenText(postText(oembed), MAX_WORD_TITLE_LENGTH), from: 'oembed' };
  const known = stated?.from === 'html' ? [title, words, stated] : [title, stated, words];
  const order = embed === undefined ? [stated, title, words] : known;
  return order.find(found => found !== undefined && found.value !== '') ?? { value: '', from: 'html' };
}

function toExtra(
  page: Page,
  locale: string | undefined,
  { contentType = 'text/html', charset }: Circumstances,
): Omit<ScraperResult['extra'], 'author' | 'authors' | 'publisher'> {
  const published = findPublished(page) ?? null;
  const modified = findModified(page) ?? null;
  return {
    language: locale?.split('-')[0] ?? null,
    locale: locale ?? null,
    date: modified ?? published,
    published,
    modified,
    canonical: findCanonical(page) ?? null,
    final_url: page.url,
    content_type: contentType,
    charset: charset ?? null,
  };
}

function authorship(authors: string[]): Pick<ScraperResult['extra'], 'author' | 'authors'> {
  return {
    author: authors.length === 0 ? null : authors.join(', '),
    authors,
  };
}

/** A known provider's oEmbed author takes precedence; another endpoint's counts only when the page names none. */
function bestAuthors(stated: string[], oembed: string | undefined, isKnownProvider: boolean): string[] {
  return oembed !== undefined && (isKnownProvider || stated.length === 0) ? [oembed] : stated;
}
