import { TimedCache } from '../../shared/core/cache.ts';
import { entityTag } from '../../shared/http/answer.ts';
import { isRead, withPlainHeaders, type HttpEvent, type HttpResult } from '../../shared/http/event.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';
import { respond } from '../../shared/http/respond.ts';

type Answering = (event: HttpEvent) => Promise<HttpResult>;

interface Answer {
  status: number;
  type: string;
  body: string;
  location?: string;
}

/** The readers' site (infra/pages/site). */
export interface Site {
  answer(path: string, query: URLSearchParams): Promise<Answer>;
}

type Kept = TimedCache<string, Promise<Answer>>;

/**
 * How long an answer is shown again without asking the API. With the `max-age` of PAGE_HEADERS.site, in which browsers and CDNs keep it
 * further, a post leaves its page within 5 s after it is unpublished.
 */
const LIFE_MS = 2_000;
const MAX_ANSWERS = 500;

/**
 * Serves the readers' site outside `/api`, and passes all other requests to `others`. `load` runs at the first request for a page;
 * without a site, it returns undefined.
 */
export function withSite(
  load: (event: HttpEvent) => Site | undefined | Promise<Site | undefined>,
  others: Answering,
): Answering {
  let loading: ReturnType<typeof load>;
  const kept: Kept = new TimedCache(LIFE_MS, MAX_ANSWERS);
  return async event => {
    const { path } = event.requestContext.http;
    if (!isRead(event) || /^\/api(\/|$)/.test(path)) return await others(event);
    const site = await (loading ??= load(event));
    if (!site) return await others(event);
    const query = new URLSearchParams(event.rawQueryString);
    // Nothing stores a preview.
    const isSecret = query.has('preview');
    const answer = await (isSecret ? site.answer(path, query) : keptAnswer(kept, site, path, query));
    const plain = withPlainHeaders(event);
    // Programs get the errors of the API.
    const isRefused = answer.status >= 400 && !plain.headers.accept?.includes('text/html');
    return isRefused ? await others(event) : await render(plain, answer, isSecret);
  };
}

/** Simultaneous requests for a page share its calls. */
async function keptAnswer(kept: Kept, site: Site, path: string, query: URLSearchParams): Promise<Answer> {
  const key = `${path}?${query.toString()}`;
  const known = kept.get(key);
  if (known) return await known;
  const answering = site.answer(path, query);
  kept.set(key, answering);
  const answer = await answering;
  if (answer.status >= 500) kept.delete(key);
  return answer;
}

async function render(event: HttpEvent, answer: Answer, isSecret: boolean): Promise<HttpResult> {
  const { status, type, body, location } = answer;
  const headers = {
    ...PAGE_HEADERS.site,
    'content-type': `${type}; charset=utf-8`,
    'x-request-id': event.requestContext.requestId,
    vary: 'accept',
    ...((status >= 500 || isSecret) && { 'cache-control': 'no-store' }),
    ...(isSecret && { 'referrer-policy': 'no-referrer' }),
    ...(location !== undefined && { location }),
    ...(status === 200 && { etag: entityTag(body) }),
  };
  return await respond(event, { statusCode: status, headers, body });
}
