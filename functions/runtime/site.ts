import { lazy } from '../../shared/core/lazy.ts';
import { TimedCache } from '../../shared/core/cache.ts';
import { entityTag } from '../../shared/http/answer.ts';
import { isRead, withPlainHeaders, type HttpEvent, type HttpResult } from '../../shared/http/event.ts';
import { PAGE_HEADERS } from '../../shared/http/pages.ts';
import { respond } from '../../shared/http/respond.ts';
import { READ_CEILINGS } from './route.ts';

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

/** The ceilings of a page: most of its processor time is spent by the routes that it calls, under theirs. */
const SITE_CEILINGS = READ_CEILINGS;

/**
 * How long an answer is shown again without asking the API. With the `max-age` of PAGE_HEADERS.site, in which browsers and CDNs keep it
 * further, a post leaves its page within 5 s after it is unpublished.
 */
const LIFE_MS = 2_000;
const MAX_ANSWERS = 500;
/** Of the kept pages together. */
const MAX_BYTES = 20_000_000;
/** Of a string in memory. */
const MAX_BYTES_PER_CHARACTER = 2;

/** The parameters that pages depend on. A page is the same with any other. */
const PARAMETERS = ['preview', 'q', 'cursor', 'offset'];
/** The parameters of `/` that are the whole address of a post in WordPress. */
const ORIGINS = ['p', 'page_id'];

/**
 * Serves the readers' site outside `/api`, and passes all other requests to `others`. `load` runs at the first request for a page;
 * without a site, it returns undefined.
 */
export function withSite(
  load: (event: HttpEvent) => Site | undefined | Promise<Site | undefined>,
  others: Answering,
): Answering {
  const loadOnce = lazy(load);
  const kept = new KeptAnswers();
  return async event => {
    const { path } = event.requestContext.http;
    if (!isRead(event) || /^\/api(\/|$)/.test(path)) return await others(event);
    if (path.length + event.rawQueryString.length > SITE_CEILINGS.requestBytes) return await others(event);
    const site = await loadOnce(event);
    if (!site) return await others(event);
    const query = readParameters(path, event.rawQueryString);
    // Nothing stores a preview.
    const isSecret = query.has('preview');
    const answer = await (isSecret ? site.answer(path, query) : kept.answer(site, path, query));
    const plain = withPlainHeaders(event);
    // Programs get the errors of the API.
    const isRefused = answer.status >= 400 && !plain.headers.accept?.includes('text/html');
    return isRefused ? await others(event) : await render(plain, answer, isSecret);
  };
}

/** The known parameters in a fixed order, so that no other text in an address is another page. */
function readParameters(path: string, rawQuery: string): URLSearchParams {
  const sent = new URLSearchParams(rawQuery);
  const known = new URLSearchParams();
  for (const name of path === '/' ? [...PARAMETERS, ...ORIGINS] : PARAMETERS) {
    const value = sent.get(name);
    if (value !== null) known.set(name, value);
  }
  return known;
}

/** Answers that are shown again, within a limit of memory. Simultaneous requests for a page share its calls. */
class KeptAnswers {
  readonly #kept = new TimedCache<string, Answer>(LIFE_MS, MAX_ANSWERS, MAX_BYTES);
  readonly #pending = new Map<string, Promise<Answer>>();

  async answer(site: Site, path: string, query: URLSearchParams): Promise<Answer> {
    const key = `${path}?${query.toString()}`;
    const known = this.#kept.get(key) ?? this.#pending.get(key);
    if (known) return await known;
    const answering = site.answer(path, query);
    this.#pending.set(key, answering);
    try {
      const answer = await answering;
      const bytes = MAX_BYTES_PER_CHARACTER * (key.length + answer.body.length);
      if (answer.status < 500) this.#kept.set(key, answer, bytes);
      return answer;
    } finally {
      this.#pending.delete(key);
    }
  }
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
