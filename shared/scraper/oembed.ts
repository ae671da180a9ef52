import * as v from 'valibot';
import type { Fetch } from '../http/guarded/client.ts';
import type { Embed } from './embeds/embed.ts';
import { titleOf } from './fields/title.ts';
import { declaredImages } from './images/declared.ts';
import { imageType, weighed, type Image } from './images/image.ts';
import { pixels } from './jsonld/values.ts';
import type { Page } from './markup/page.ts';
import { parseMarkup } from './markup/parse.ts';
import { textOf } from './markup/text.ts';
import { absoluteUrl } from './text/addresses.ts';
import { clean, shortened } from './text/clean.ts';

const MAX_BYTES = 262_144;
const TIMEOUT_MS = 4_000;
const MAX_TEXT_LENGTH = 1_000;

const text = v.fallback(v.optional(v.pipe(v.string(), v.transform(clean))), undefined);

/** What an oEmbed endpoint tells of a page. Its markup is read for the words in it and never passed on. */
const Told = v.object({
  title: text,
  author_name: text,
  provider_name: text,
  thumbnail_url: v.fallback(v.optional(v.string()), undefined),
  thumbnail_width: v.optional(v.unknown()),
  thumbnail_height: v.optional(v.unknown()),
  html: v.fallback(v.optional(v.string()), undefined),
});
export type Told = v.InferOutput<typeof Told>;

/**
 * Whom to ask about a page: a known provider's endpoint, else one that the page names, where the page lacks what it
 * could tell. Undefined when there is nobody or no need.
 */
export function oembedEndpoint(page: Page, embed: Embed | undefined): string | undefined {
  if (embed === undefined) return isTelling(page) ? undefined : discoveredEndpoint(page);
  if (embed.provider.oembed === undefined) return undefined;
  const url = new URL(embed.provider.oembed);
  url.search = new URLSearchParams({ url: embed.pageUrl, format: 'json' }).toString();
  return url.href;
}

function isTelling(page: Page): boolean {
  return titleOf(page) !== undefined && declaredImages(page).length > 0;
}

function discoveredEndpoint(page: Page): string | undefined {
  const [link] = page
    .links(/(?:^|\s)alternate(?:$|\s)/i)
    .filter(found => /^(?:application|text)\/json\+oembed/i.test(found.getAttribute('type') ?? ''));
  return page.absolute(link?.getAttribute('href'));
}

/** Asks an endpoint; undefined when it doesn't answer with oEmbed JSON, which never fails a scrape. */
export async function askOembed(endpoint: string, fetch: Fetch): Promise<Told | undefined> {
  const request = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, accept: 'application/json' };
  const response = await fetch(endpoint, request).catch(() => undefined);
  if (response?.status !== 200) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Told), response.body.toString());
  return parsed.success ? parsed.output : undefined;
}

/** The words of a post, from the first paragraph of the provider's markup. */
export function wordsOf(told: Told | undefined): string {
  const paragraph = parseMarkup(told?.html ?? '').querySelector('p');
  return paragraph === null ? '' : shortened(clean(textOf(paragraph)), MAX_TEXT_LENGTH);
}

const THUMBNAIL_WEIGHT = 0.7;

/** The picture that the provider shows for the page. */
export function thumbnailOf(told: Told | undefined): Image[] {
  const url = absoluteUrl(told?.thumbnail_url);
  if (url === undefined) return [];
  const size = { width: pixels(told?.thumbnail_width), height: pixels(told?.thumbnail_height) };
  return [weighed({ url, ...size, type: imageType(url), weight: THUMBNAIL_WEIGHT })];
}
