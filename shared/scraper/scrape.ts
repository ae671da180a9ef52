import { startTimeout } from '../platform/core/clock.ts';
import { InvalidInput, UpstreamFailed, UpstreamTimeout, UrlNotAllowed } from '../platform/core/errors.ts';
import { guardedFetch, type Fetch, type IncomingResponse } from '../platform/http/guarded/client.ts';
import { findEmbed, type Embed } from './embeds/embed.ts';
import { extract } from './extract.ts';
import { findCanonical } from './fields/address.ts';
import { detectContent, mimeType, fileResult, imageResult } from './files.ts';
import { measureImages } from './images/rank.ts';
import { Page } from './markup/page.ts';
import { fetchOembed, oembedEndpoint } from './oembed.ts';
import type { ScraperResult } from './result.ts';
import { decodePage } from './text/charset.ts';

const TOTAL_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';
const HEADERS = { 'accept-language': 'en,*;q=0.5' };

/** Replaced by tests. */
export interface ScraperDeps {
  readonly fetch?: Fetch;
}

/**
 * Scrapes title, pictures, embed, tags … of any public address within ten seconds.
 * @throws InvalidInput, UrlNotAllowed, UpstreamFailed or UpstreamTimeout
 */
export async function scrape(
  address: string,
  { fetch = guardedFetch }: ScraperDeps = {},
): Promise<ScraperResult> {
  const url = requestedUrl(address);
  const timeout = startTimeout(TOTAL_MS);
  const timed: Fetch = (target, request) => fetch(target, { ...request, signal: timeout.signal });
  return scrapeWith(timed, url).finally(timeout.stop);
}

async function scrapeWith(fetch: Fetch, url: string): Promise<ScraperResult> {
  const known = findEmbed(url);
  const response = await fetchPage(url, known, fetch);
  if (response === undefined) return pageResult(new Page('', url), { complete: false }, known, fetch);
  switch (detectContent(response)) {
    case 'image':
      return imageResult(response);
    case 'file':
      return fileResult(response);
    case 'page':
      return pageResult(...read(response), known, fetch);
  }
}

const NUMERIC_HOST = /^\s*https?:\/\/(?:[^/?#]*@)?[[\d]/i;

/** Rejects malformed numeric hosts like forbidden addresses; any other text is invalid input. */
function requestedUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.href;
  if (url !== undefined || NUMERIC_HOST.test(address)) throw new UrlNotAllowed();
  throw new InvalidInput('url: must be an absolute address');
}

const GONE = [404, 410];

/** Fetches the address. Returns undefined when a known provider rejects robots, because its embed needs no page. */
async function fetchPage(
  url: string,
  known: Embed | undefined,
  fetch: Fetch,
): Promise<IncomingResponse | undefined> {
  const request = { maxBytes: MAX_BYTES, timeoutMs: TOTAL_MS, accept: ACCEPT, headers: HEADERS };
  const response = await fetch(url, request).catch((error: unknown) => {
    const isElsewhere = error instanceof UpstreamFailed || error instanceof UpstreamTimeout;
    if (known !== undefined && isElsewhere) return undefined;
    throw error;
  });
  if (response === undefined || (response.status >= 200 && response.status < 300)) return response;
  if (known !== undefined && !GONE.includes(response.status)) return undefined;
  throw new UpstreamFailed(`The address answered with status ${response.status}`);
}

/** Properties of the response that contained the page. */
interface ResponseFacts {
  /** Nothing is missing that another attempt may find. */
  readonly complete: boolean;
  readonly contentType?: string;
  readonly charset?: string;
}

function read(response: IncomingResponse): [Page, ResponseFacts] {
  const { text, charset } = decodePage(response.body, response.headers['content-type'] ?? '');
  const complete = !/\bno-store\b/i.test(response.headers['cache-control'] ?? '');
  return [new Page(text, response.url), { complete, contentType: mimeType(response), charset }];
}

async function pageResult(
  found: Page,
  { complete, ...seen }: ResponseFacts,
  known: Embed | undefined,
  fetch: Fetch,
): Promise<ScraperResult> {
  // When a known provider redirects to a login or consent page, that page's content is not about the address.
  const page = known === undefined || isEmbedPage(found, known) ? found : new Page('', found.url);
  const embed = known ?? findEmbed(page.url) ?? findEmbed(findCanonical(page));
  const endpoint = oembedEndpoint(page, embed);
  const oembed = endpoint === undefined ? undefined : await fetchOembed(endpoint, fetch);
  // A known provider's oEmbed answer suffices; otherwise no request may have failed.
  const isWhole = complete && page === found && (endpoint === undefined || oembed !== undefined);
  const cacheable = isWhole || (embed !== undefined && oembed !== undefined);
  const result = extract(page, { ...seen, embed, oembed, cacheable });
  return { ...result, images: await measureImages(result.images, fetch) };
}

function isEmbedPage(page: Page, known: Embed): boolean {
  return [page.url, findCanonical(page)].some(address => findEmbed(address)?.frameUrl === known.frameUrl);
}
