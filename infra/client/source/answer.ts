import type { ApiError } from './errors.ts';
import { apiError } from './refusals.ts';

/** An answer with the data of its headers. */
export interface Answer<T> {
  body: T;
  /** The version of the record: send it as `ifMatch` to prevent overwriting another change. */
  etag: string | null;
  requestId: string | null;
  /** The number of entries of an unpaged list. */
  total: number | null;
  /** The query parameters of a paged list's next page; null on the last page. */
  next: NextPage | null;
  /** Whether this is the stored answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

export interface NextPage {
  cursor: string;
  /** The rest of the first page's offset. */
  offset: string;
}

/** @throws ApiError */
export function readAnswer({ ok, status, headers }: Response, text: string): Answer<unknown> {
  const body = parseBody(text, headers.get('content-type') ?? '');
  if (!ok || body === undefined) throw refusal({ status, headers }, body);
  const total = headers.get('x-total-count');
  return {
    body,
    etag: headers.get('etag'),
    requestId: headers.get('x-request-id'),
    total: total === null ? null : Number(total),
    next: parseNextPage(headers.get('link')),
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

/** Feeds and sitemaps are text in other formats. */
function parseBody(text: string, type: string): unknown {
  if (/xml|feed\+json/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes the page from the link and not its URL, because the service's own URL may be unreachable from here. */
function parseNextPage(link: string | null): NextPage | null {
  const target = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return null;
  const query = new URL(target, 'http://link.invalid').searchParams;
  const cursor = query.get('cursor');
  return cursor === null ? null : { cursor, offset: query.get('offset') ?? '0' };
}

/** The codes for answers of API Gateway, which have another body. */
const GATEWAY_CODES: Readonly<Record<number, string>> = { 429: 'too_many_requests', 503: 'unavailable' };

function refusal({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): ApiError {
  const { status: refused, data } = isErrorBody(body)
    ? body
    : {
        status: {
          code: GATEWAY_CODES[status] ?? 'unexpected_answer',
          messages: ["The answer is not in this API's shape"],
        },
        data: null,
      };
  return apiError({
    status,
    code: refused.code,
    messages: refused.messages,
    data,
    requestId: headers.get('x-request-id'),
    retryAfter: parseRetryAfter(headers.get('retry-after')),
  });
}

interface ErrorBody {
  status: { code: string; messages: string[] };
  data?: unknown;
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('status' in body)) return false;
  const { status } = body;
  if (typeof status !== 'object' || status === null || !('code' in status)) return false;
  return typeof status.code === 'string' && 'messages' in status && Array.isArray(status.messages);
}

/** Parses seconds or a date. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
