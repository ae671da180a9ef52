import { InvalidInput, UpstreamFailed, UpstreamTimeout, UrlNotAllowed } from '../core/errors.ts';
import { guardedFetch, type Fetch, type IncomingResponse } from '../http/guarded/client.ts';
import { contentOf, mimeType } from './content.ts';
import { embedOf, type Embed } from './embeds/embed.ts';
import { extract } from './extract.ts';
import { canonicalOf } from './fields/address.ts';
import { fileResult, imageResult } from './files.ts';
import { measured } from './images/measure.ts';
import { Page } from './markup/page.ts';
import { askOembed, oembedEndpoint } from './oembed.ts';
import type { ScraperResult } from './result.ts';
import { decodePage } from './text/charset.ts';

const TOTAL_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5';
const HEADERS = { 'accept-language': 'en,*;q=0.5' };

/** What tests replace. */
export interface ScraperDeps {
  readonly fetch?: Fetch;
}

/**
 * Title, pictures, embed, tags … of any address on the web, within ten seconds.
 * Throws InvalidInput, UrlNotAllowed, UpstreamFailed or UpstreamTimeout.
 */
export async function scrape(
  address: string,
  { fetch = guardedFetch }: ScraperDeps = {},
): Promise<ScraperResult> {
  const url = requestedUrl(address);
  const signal = AbortSignal.timeout(TOTAL_MS);
  const timed: Fetch = (target, request) => fetch(target, { ...request, signal });
  const known = embedOf(url);
  const response = await arrived(url, known, timed);
  if (response === undefined) return pageResult(new Page('', url), { complete: false }, known, timed);
  switch (contentOf(response)) {
    case 'image':
      return imageResult(response);
    case 'file':
      return fileResult(response);
    case 'page':
      return pageResult(...read(response), known, timed);
  }
}

const NUMERIC_HOST = /^\s*https?:\/\/(?:[^/?#]*@)?[[\d]/i;

/** What has the form of an address by number, but is none, is refused like those that are; other text is no address. */
function requestedUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.href;
  if (url !== undefined || NUMERIC_HOST.test(address)) throw new UrlNotAllowed();
  throw new InvalidInput('url: must be an absolute address');
}

const GONE = [404, 410];

/** The address's answer. A known provider that turns robots away still has an embed to give: then undefined. */
async function arrived(
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

/** How a page came, beside the page. */
interface Seen {
  /** Nothing is missing that another attempt may find. */
  readonly complete: boolean;
  readonly contentType?: string;
  readonly charset?: string;
}

function read(response: IncomingResponse): [Page, Seen] {
  const { text, charset } = decodePage(response.body, response.headers['content-type'] ?? '');
  const complete = !/\bno-store\b/i.test(response.headers['cache-control'] ?? '');
  return [new Page(text, response.url), { complete, contentType: mimeType(response), charset }];
}

async function pageResult(
  found: Page,
  { complete, ...seen }: Seen,
  known: Embed | undefined,
  fetch: Fetch,
): Promise<ScraperResult> {
  // Where a known address leads to a login or consent page, nothing on that page is about it.
  const page = known === undefined || isPageOf(found, known) ? found : new Page('', found.url);
  const embed = known ?? embedOf(page.url) ?? embedOf(canonicalOf(page));
  const endpoint = oembedEndpoint(page, embed);
  const told = endpoint === undefined ? undefined : await askOembed(endpoint, fetch);
  // What a known provider told of itself is enough; otherwise nothing may have failed.
  const isWhole = complete && page === found && (endpoint === undefined || told !== undefined);
  const cacheable = isWhole || (embed !== undefined && told !== undefined);
  const result = extract(page, { ...seen, embed, told, cacheable });
  return { ...result, images: await measured(result.images, fetch) };
}

function isPageOf(page: Page, known: Embed): boolean {
  return [page.url, canonicalOf(page)].some(address => embedOf(address)?.frameUrl === known.frameUrl);
}
