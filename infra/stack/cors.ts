import * as v from 'valibot';
import { integer } from './integer.ts';

const ORIGIN = /^(\*|https?:\/\/[a-z0-9.-]+(:\d{1,5})?)$/;

/** The setting `cors` of a stage. */
export const Cors = v.strictObject({
  /** None: no page of another origin may call the API. */
  origins: v.optional(
    v.array(v.pipe(v.string(), v.regex(ORIGIN, 'must be * or an origin such as https://www.example.com'))),
    [],
  ),
  maxAgeS: v.optional(integer(0, 86_400), 600),
});

/** What pages of other origins may do: the CORS configuration of the HTTP API, deployed and on a developer's machine. */
export interface CorsConfiguration {
  origins: readonly string[];
  methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[];
  /** Headers that a page may send, beside those that it may send anyway. */
  sent: readonly string[];
  /** Headers of the answer that a page may read. */
  read: readonly string[];
  maxAgeS: number;
}

const SENT = [
  'authorization',
  'x-svcauth',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'prefer',
  'x-http-method-override',
];
const READ = [
  'etag',
  'link',
  'x-total-count',
  'x-request-id',
  'retry-after',
  'allow',
  'ratelimit',
  'ratelimit-policy',
  'idempotent-replayed',
  'preference-applied',
];

/** Without credentials: a key is sent by the page itself, never by the browser of its own accord. */
export function corsConfiguration(
  { origins, maxAgeS }: v.InferOutput<typeof Cors>,
  apiKeyHeader: string | undefined,
): CorsConfiguration {
  return {
    origins,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    sent: [...SENT, ...(apiKeyHeader === undefined ? [] : [apiKeyHeader])],
    read: READ,
    maxAgeS,
  };
}
