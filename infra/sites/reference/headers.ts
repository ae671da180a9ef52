import type { Route } from '../../../functions/runtime/route.ts';
import { site } from '../../../shared/platform/site/site.ts';
import type { Example } from './example.ts';

type Row = Pick<Route, 'method' | 'isKeyless'>;

const text = { type: 'string' } as const;

/** The response headers. */
const ANSWERED_HEADERS = {
  'x-request-id': { description: 'Identifies the request, also in the service’s logs.', schema: text },
  etag: {
    description: 'The version of the answer, for `If-None-Match`; for a single record also for `If-Match`.',
    schema: text,
  },
  link: {
    description:
      'Of a list, the URL of the next page, `<…>; rel="next"`, absent on the last page; of a former path, the post’s URL, `<…>; rel="canonical"`.',
    schema: text,
  },
  'x-total-count': {
    description: 'The number of all entries of the list.',
    schema: { type: 'integer', minimum: 0 },
  },
  'x-counts': {
    description:
      'With `counts=1`: the number of posts in each state, as `draft=3, scheduled=1, published=12, removed=0`, right within seconds; only `published` where the site’s setting `drafts` is `own` and the key lacks `publish_post`. Absent, with `x-incomplete: 1`, until the posts have been counted.',
    schema: text,
  },
  'x-incomplete': {
    description: '`1` while earlier records are still being entered into the list.',
    schema: { const: '1', type: 'string' },
  },
  'idempotent-replayed': {
    description: '`true` when this is the stored answer of an earlier request with this `Idempotency-Key`.',
    schema: { const: 'true', type: 'string' },
  },
  'preference-applied': {
    description: '`handling=strict` if the request has this preference.',
    schema: { const: 'handling=strict', type: 'string' },
  },
  ratelimit: {
    description:
      'The remaining requests of the key: `"key";r=<requests>;t=<seconds until the limit is reset>`.',
    schema: text,
  },
  'ratelimit-policy': {
    description: 'The limit of the key: `"key";q=<requests>;w=<window in seconds>`.',
    schema: text,
  },
  'retry-after': {
    description: 'The number of seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
  'www-authenticate': { description: 'The scheme in which a key is expected, `Bearer`.', schema: text },
} as const;

export type HeaderName = keyof typeof ANSWERED_HEADERS;

export function isHeaderName(name: string): name is HeaderName {
  return Object.hasOwn(ANSWERED_HEADERS, name);
}

/** Headers of every answer where the site limits the requests of a key. */
export function budgetHeaders(): HeaderName[] {
  return site().limits.requestsPerMinute === undefined ? [] : ['ratelimit', 'ratelimit-policy'];
}

/** The response headers that this site uses. */
export function answeredHeaders(): Record<string, object> {
  const own = budgetHeaders();
  const isOwn = (name: string): boolean =>
    own.some(ownName => ownName === name) || !name.startsWith('ratelimit');
  return Object.fromEntries(Object.entries(ANSWERED_HEADERS).filter(([name]) => isOwn(name)));
}

/** The headers of a successful answer. */
export function toHeaders(
  { method }: Row,
  { counted, canonical, isFilled, hasCounts }: Example,
  isPaged: boolean,
): HeaderName[] {
  return [
    'x-request-id',
    'etag',
    ...(isPaged || canonical ? (['link'] as const) : []),
    ...(counted ? (['x-total-count'] as const) : []),
    ...(hasCounts ? (['x-counts'] as const) : []),
    ...(isFilled ? (['x-incomplete'] as const) : []),
    ...(method === 'POST' ? (['idempotent-replayed'] as const) : []),
    'preference-applied',
    ...budgetHeaders(),
  ];
}

/** The request headers. */
export const SENT_HEADERS = {
  'if-none-match': {
    name: 'If-None-Match',
    description: 'The `ETag` of a cached answer: 304 while it is unchanged.',
    schema: text,
  },
  'if-match': {
    name: 'If-Match',
    description: 'An `ETag` of the record: 412 when the record has changed since. `*` for any version.',
    schema: text,
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    description:
      'Within a day, a repeated request with the same key is not executed again and gets the same answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  prefer: {
    name: 'Prefer',
    description:
      '`handling=strict`: unknown fields and query parameters are refused with 400 instead of ignored.',
    schema: text,
  },
  'x-http-method-override': {
    name: 'X-Http-Method-Override',
    description: 'With `bulk`: the method for each item.',
    schema: { type: 'string', enum: ['POST', 'PUT', 'DELETE'], default: 'POST' },
  },
  'content-disposition': {
    name: 'Content-Disposition',
    description: 'The name of a file that is the whole body: `attachment; filename="budget.csv"`.',
    schema: text,
  },
} as const;

export type SentHeader = keyof typeof SENT_HEADERS;

/** The request headers that an endpoint supports. */
export function listSentHeaders(
  { method, isKeyless }: Row,
  { ifMatch, headers = [] }: { ifMatch?: true; headers?: readonly SentHeader[] },
): SentHeader[] {
  return [
    ...(method === 'GET' ? (['if-none-match'] as const) : []),
    ...(method === 'POST' && !isKeyless ? (['idempotency-key'] as const) : []),
    ...(ifMatch ? (['if-match'] as const) : []),
    'prefer',
    ...headers,
  ];
}
