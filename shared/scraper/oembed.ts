import * as v from 'valibot';
import type { Fetch } from '../platform/http/guarded/client.ts';
import type { Embed } from './embeds/embed.ts';
import { findTitle } from './fields/texts.ts';
import { declaredImages } from './images/declared.ts';
import { imageType, weightBySize, type Image } from './images/image.ts';
import { pixels } from './jsonld/values.ts';
import type { Page } from './markup/page.ts';
import { parseMarkup } from './markup/parse.ts';
import { readText } from './markup/text.ts';
import { absoluteUrl } from './text/addresses.ts';
import { clean, shortenText } from './text/clean.ts';

const MAX_BYTES = 262_144;
const TIMEOUT_MS = 4_000;
const MAX_TEXT_LENGTH = 1_000;

const text = v.fallback(v.optional(v.pipe(v.string(), v.transform(clean))), undefined);

/** An oEmbed answer. Of its markup only the text is used, which never reaches a page as HTML. */
const OembedAnswer = v.object({
  title: text,
  author_name: text,
  provider_name: text,
  thumbnail_url: v.fallback(v.optional(v.string()), undefined),
  thumbnail_width: v.optional(v.unknown()),
  thumbnail_height: v.optional(v.unknown()),
  html: v.fallback(v.optional(v.string()), undefined),
});
export type OembedAnswer = v.InferOutput<typeof OembedAnswer>;

/**
 * The oEmbed endpoint to call for a page: a known provider's, or one that the page links when the page lacks title or images. Undefined
 * when there is none, or no need.
 */
export function oembedEndpoint(page: Page, embed: Embed | undefined): string | undefined {
  if (embed === undefined) return hasTitleAndImages(page) ? undefined : discoveredEndpoint(page);
  if (embed.provider.oembed === undefined) return undefined;
  const url = new URL(embed.provider.oembed);
  url.search = new URLSearchParams({ url: embed.pageUrl, format: 'json' }).toString();
  return url.href;
}

function hasTitleAndImages(page: Page): boolean {
  return findTitle(page) !== undefined && declaredImages(page).length > 0;
}

function discoveredEndpoint(page: Page): string | undefined {
  const [link] = page
    .links(/(?:^|\s)alternate(?:$|\s)/i)
    .filter(found => /^(?:application|text)\/json\+oembed/i.test(found.getAttribute('type') ?? ''));
  return page.absolute(link?.getAttribute('href'));
}

/** Calls an oEmbed endpoint. Returns undefined without valid JSON, so that it never fails a scrape. */
export async function fetchOembed(endpoint: string, fetch: Fetch): Promise<OembedAnswer | undefined> {
  const request = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, accept: 'application/json' };
  const response = await fetch(endpoint, request).catch(() => undefined);
  if (response?.status !== 200) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), OembedAnswer), response.body.toString());
  return parsed.success ? parsed.output : undefined;
}

/** A post's text, from the first paragraph of the provider's markup. */
export function postText(oembed: OembedAnswer | undefined): string {
  const paragraph = parseMarkup(oembed?.html ?? '').querySelector('p');
  return paragraph === null ? '' : shortenText(clean(readText(paragraph)), MAX_TEXT_LENGTH);
}

const THUMBNAIL_WEIGHT = 0.7;

/** The picture that the provider shows for the page. */
export function oembedThumbnail(oembed: OembedAnswer | undefined): Image[] {
  const url = absoluteUrl(oembed?.thumbnail_url);
  if (url === undefined) return [];
  const size = { width: pixels(oembed?.thumbnail_width), height: pixels(oembed?.thumbnail_height) };
  return [weightBySize({ url, ...size, type: imageType(url), weight: THUMBNAIL_WEIGHT })];
}
