import * as v from 'valibot';

/** An integer setting with inclusive bounds. */
export function integer(least: number, most: number) {
  const message = `must be an integer from ${least} to ${most}`;
  return v.pipe(v.number(), v.safeInteger(message), v.minValue(least, message), v.maxValue(most, message));
}

const ORIGIN = /^(\*|https?:\/\/[a-z0-9.-]+(:\d{1,5})?)$/;

/** The setting `cors` of a stage. */
export const Cors = v.strictObject({
  /** Without origins, no page of another origin may call the API. */
  origins: v.optional(
    v.array(v.pipe(v.string(), v.regex(ORIGIN, 'must be * or an origin such as https://www.example.com'))),
    [],
  ),
  maxAgeS: v.optional(integer(0, 86_400), 600),
});

/** The CORS configuration of the HTTP API, deployed and on a developer's machine. */
export interface CorsConfiguration {
  origins: readonly string[];
  methods: readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[];
  /** Request headers that a page may send, in addition to the CORS-safelisted ones. */
  sent: readonly string[];
  /** Response headers that a page may read. */
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
  'x-counts',
  'x-incomplete',
  'x-request-id',
  'retry-after',
  'allow',
  'ratelimit',
  'ratelimit-policy',
  'idempotent-replayed',
  'preference-applied',
];

/** Builds the configuration. Credentials are not allowed: a page sends the key itself, and the browser must not add any. */
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
