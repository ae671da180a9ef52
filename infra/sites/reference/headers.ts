import type { Route } from '../../../functions/runtime/route.ts';
import { site } from '../../../shared/platform/site/site.ts';
import type { Example } from './example.ts';

type Row = Pick<Route, 'method'>;

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
  'x-total-count': { description: 'The total number.', schema: { type: 'integer', minimum: 0 } },
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
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  'www-authenticate': { description: 'The authentication scheme.', schema: text },
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
  const isOwn = (name: string): boolean => own.some(one => one === name) || !name.startsWith('ratelimit');
  return Object.fromEntries(Object.entries(ANSWERED_HEADERS).filter(([name]) => isOwn(name)));
}

/** The headers of a successful answer. */
export function toHeaders({ method }: Row, { counted, canonical }: Example, isPaged: boolean): HeaderName[] {
  return [
    'x-request-id',
    'etag',
    ...(isPaged || canonical ? (['link'] as const) : []),
    ...(counted ? (['x-total-count'] as const) : []),
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
  { method }: Row,
  { ifMatch, headers = [] }: { ifMatch?: true; headers?: readonly SentHeader[] },
): SentHeader[] {
  return [
    ...(method === 'GET' ? (['if-none-match'] as const) : []),
    ...(method === 'POST' ? (['idempotency-key'] as const) : []),
    ...(ifMatch ? (['if-match'] as const) : []),
    'prefer',
    ...headers,
  ];
}
