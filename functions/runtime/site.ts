import { lazy } from '../../shared/platform/core/lazy.ts';
import { TimedCache } from '../../shared/platform/core/cache.ts';
import { nowMs } from '../../shared/platform/core/clock.ts';
import { ApiError, TooLarge } from '../../shared/platform/core/errors.ts';
import { logError } from '../../shared/platform/log/log.ts';
import { entityTag } from '../../shared/platform/http/answer.ts';
import {
  isRead,
  withPlainHeaders,
  type HttpEvent,
  type HttpHandler,
  type HttpResult,
} from '../../shared/platform/http/event.ts';
import { shareHeaders } from '../../shared/platform/http/edge.ts';
import { PAGE_HEADERS } from '../../shared/platform/http/pages.ts';
import { respond, withoutBody } from '../../shared/platform/http/respond.ts';
import { renderError } from './render.ts';
import { READ_CEILINGS } from './route.ts';

interface Answer {
  status: number;
  type: string;
  body: string;
  location?: string;
  /** In seconds; by default a page's. */
  maxAgeS?: number;
  /** Why the page can't be shown now, and when it may be asked for again. */
  failure?: { cause: unknown; retryAfterS: number };
}

/** The readers' site (infra/sites/reader). */
export interface Site {
  answer(path: string, query: URLSearchParams): Promise<Answer>;
}

/** The ceilings of a page: most of its processor time is spent by the routes that it calls, under theirs. */
const SITE_CEILINGS = READ_CEILINGS;

/**
 * How long an answer is shown again without asking the API, from the moment at which it began to ask. With MAX_AGE_S, in which browsers and
 * CDNs keep it further, a post leaves its page within 5 s after it is unpublished. For the same reason no older copy is shown while the
 * API fails.
 */
const LIFE_MS = 2_000;
const MAX_AGE_S = 3;
const MAX_ANSWERS = 500;
/** The limit for all kept pages together. */
const MAX_BYTES = 20_000_000;
/** A character of a string in memory. */
const MAX_BYTES_PER_CHARACTER = 2;

/** The parameters that pages depend on. A page is the same with any other. */
export const PARAMETERS = ['preview', 'q', 'cursor', 'newer'];
/** The parameters of `/` that are the whole address of a post in WordPress. */
export const ORIGINS = ['p', 'page_id'];

/**
 * Serves the readers' site outside `/api`, and passes all other requests to `next`. `load` runs at the first request for a page;
 * without a site, it returns undefined.
 */
export function withSite(
  load: (event: HttpEvent) => Site | undefined | Promise<Site | undefined>,
  next: HttpHandler,
): HttpHandler {
  const loadOnce = lazy(load);
  const kept = new KeptAnswers();
  return async event => {
    const { path } = event.requestContext.http;
    if (!isRead(event) || isApi(event)) return await next(event);
    if (path.length + event.rawQueryString.length > SITE_CEILINGS.requestBytes) return await next(event);
    const site = await loadOnce(event);
    if (!site) return await next(event);
    const query = readParameters(path, event.rawQueryString);
    // Nothing stores a preview.
    const isSecret = query.has('preview');
    const answer = await (isSecret ? site.answer(path, query) : kept.answer(site, path, query));
    if (answer.failure) logError('page not shown', answer.failure.cause, { path });
    const plain = withPlainHeaders(event);
    if (answer.status < 400 || acceptsPages(plain)) return await render(plain, answer, isSecret);
    // Programs get the errors of the API.
    if (answer.status === 413) return renderError(new TooLarge('This page is over 6 MB'), plain);
    return answer.failure ? renderError(toUnavailable(answer.failure), plain) : await next(event);
  };
}

function acceptsPages({ headers }: HttpEvent): boolean {
  return headers.accept?.includes('text/html') === true;
}

function toUnavailable({ cause, retryAfterS }: NonNullable<Answer['failure']>): ApiError {
  const headers = { 'retry-after': String(retryAfterS) };
  return new ApiError(503, 'unavailable', 'This page can’t be shown now; try again later', {
    cause,
    headers,
  });
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

interface Made {
  answering: Promise<Answer>;
  /** The time from which it is not shown to further requests. */
  untilMs: number;
}

/** Answers that are shown again, within a limit of memory. Simultaneous requests for a page share its calls. */
class KeptAnswers {
  readonly #kept = new TimedCache<string, Made>(LIFE_MS, MAX_ANSWERS, MAX_BYTES);
  readonly #pending = new Map<string, Made>();

  async answer(site: Site, path: string, query: URLSearchParams): Promise<Answer> {
    const key = `${path}?${query.toString()}`;
    const known = this.#kept.get(key) ?? this.#pending.get(key);
    if (known && known.untilMs > nowMs()) return await known.answering;
    const made = { answering: answerInTime(site, path, query), untilMs: nowMs() + LIFE_MS };
    this.#pending.set(key, made);
    try {
      const answer = await made.answering;
      const bytes = MAX_BYTES_PER_CHARACTER * (key.length + answer.body.length);
      if (answer.status < 500) this.#kept.set(key, made, bytes);
      return answer;
    } finally {
      if (this.#pending.get(key) === made) this.#pending.delete(key);
    }
  }
}

/** A page that took long to make is already outdated, so browsers and CDNs don't keep it. */
async function answerInTime(site: Site, path: string, query: URLSearchParams): Promise<Answer> {
  const begunMs = nowMs();
  const answer = await site.answer(path, query);
  return nowMs() - begunMs < LIFE_MS ? answer : { ...answer, maxAgeS: 0 };
}

async function render(event: HttpEvent, answer: Answer, isSecret: boolean): Promise<HttpResult> {
  const { status, type, body, location, failure, maxAgeS = MAX_AGE_S } = answer;
  const headers = {
    ...PAGE_HEADERS.site,
    'content-type': `${type}; charset=utf-8`,
    'x-request-id': event.requestContext.requestId,
    vary: 'accept',
    ...(failure || isSecret ? { 'cache-control': 'no-store' } : shareHeaders(event, maxAgeS, LIFE_MS / 1000)),
    ...(failure && { 'retry-after': String(failure.retryAfterS) }),
    ...(isSecret && { 'referrer-policy': 'no-referrer' }),
    ...(location !== undefined && { location }),
    ...(status === 200 && { etag: entityTag(body) }),
  };
  return await respond(event, { statusCode: status, headers, body });
}

const BARE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Please try again in a moment</title>
<link rel="stylesheet" href="/site.css">
</head>
<body><main><h1>Please try again in a moment</h1><p>Too many pages are asked for right now.</p></main></body>
</html>
`;

/** The refusal of a request before it reached a function: with a page for a browser that asked for one, otherwise the API's error. */
export function renderRefusal(error: ApiError, event: HttpEvent): HttpResult {
  const refused = renderError(error, event);
  const plain = withPlainHeaders(event);
  if (error.status !== 503 || !isRead(event) || isApi(event) || !acceptsPages(plain)) return refused;
  const headers = { ...refused.headers, ...PAGE_HEADERS.site, 'content-type': 'text/html; charset=utf-8' };
  return withoutBody(event, {
    ...refused,
    headers: { ...headers, vary: 'accept', 'cache-control': 'no-store' },
    body: BARE_PAGE,
  });
}

function isApi({ requestContext }: HttpEvent): boolean {
  return /^\/api(\/|$)/.test(requestContext.http.path);
}
