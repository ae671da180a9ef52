import type { Route } from '../../../functions/runtime/route.ts';
import { site } from '../../../shared/core/site.ts';
import type { Example } from './example.ts';

type Row = Pick<Route, 'method'>;

const text = { type: 'string' } as const;

/** What answers say in their headers. */
const ANSWERED_HEADERS = {
  'x-request-id': { description: 'Names the request, also in our logs.', schema: text },
  etag: {
    description: 'Of what is answered, for `If-None-Match`; of a single record also for `If-Match`.',
    schema: text,
  },
  link: {
    description: 'The address of the next page, `<…>; rel="next"`; absent on the last one.',
    schema: text,
  },
  'x-total-count': { description: 'How many there are.', schema: { type: 'integer', minimum: 0 } },
  'idempotent-replayed': {
    description: '`true` where the same request under this `Idempotency-Key` was answered before.',
    schema: { const: 'true', type: 'string' },
  },
  'preference-applied': {
    description: '`handling=strict` where the request preferred that.',
    schema: { const: 'handling=strict', type: 'string' },
  },
  ratelimit: {
    description: 'What the key has left: `"key";r=<requests>;t=<seconds until there are all again>`.',
    schema: text,
  },
  'ratelimit-policy': {
    description: 'What the key may ask: `"key";q=<requests>;w=<in so many seconds>`.',
    schema: text,
  },
  'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  'www-authenticate': { description: 'How to say who asks.', schema: text },
} as const;

export type HeaderName = keyof typeof ANSWERED_HEADERS;

export function isHeaderName(name: string): name is HeaderName {
  return Object.hasOwn(ANSWERED_HEADERS, name);
}

/** Told with every answer where the site limits the requests of a key. */
export function budgetHeaders(): HeaderName[] {
  return site().limits.requestsPerMinute === undefined ? [] : ['ratelimit', 'ratelimit-policy'];
}

/** Those that this site answers with. */
export function answeredHeaders(): Record<string, object> {
  const own = budgetHeaders();
  const isOwn = (name: string): boolean => own.some(one => one === name) || !name.startsWith('ratelimit');
  return Object.fromEntries(Object.entries(ANSWERED_HEADERS).filter(([name]) => isOwn(name)));
}

/** Of a success, beside its body. */
export function headersOf({ method }: Row, { counted }: Example, isPaged: boolean): HeaderName[] {
  return [
    'x-request-id',
    'etag',
    ...(isPaged ? (['link'] as const) : []),
    ...(counted ? (['x-total-count'] as const) : []),
    ...(method === 'POST' ? (['idempotent-replayed'] as const) : []),
    'preference-applied',
    ...budgetHeaders(),
  ];
}

/** What requests may say in their headers. */
export const SENT_HEADERS = {
  'if-none-match': {
    name: 'If-None-Match',
    description: 'An `ETag` of an answer that is known: 304 while it would be the same.',
    schema: text,
  },
  'if-match': {
    name: 'If-Match',
    description: 'An `ETag` of the record: 412 when the record has changed since. `*` for any version.',
    schema: text,
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    description: 'The same request under the same key is done once, and answered the same, for a day.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  prefer: {
    name: 'Prefer',
    description:
      '`handling=strict`: fields and query parameters that aren’t known are refused with 400, not ignored.',
    schema: text,
  },
  'x-http-method-override': {
    name: 'X-Http-Method-Override',
    description: 'With `bulk`: what is done with each item.',
    schema: { type: 'string', enum: ['POST', 'PUT', 'DELETE'], default: 'POST' },
  },
  'content-disposition': {
    name: 'Content-Disposition',
    description: 'Names a file that is sent as the whole body: `attachment; filename="budget.csv"`.',
    schema: text,
  },
} as const;

export type SentHeader = keyof typeof SENT_HEADERS;

/** Which of them mean something to an endpoint. */
export function sentHeadersOf(
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
