import type { ApiError } from './errors.ts';
import { apiError } from './refusals.ts';

/** An answer with what its headers say. */
export interface Answer<T> {
  body: T;
  /** Names this version of the record: `ifMatch` of a write that must not overwrite another's. */
  etag: string | null;
  requestId: string | null;
  /** Of a list that comes whole: how many there are. */
  total: number | null;
  /** Of a paged list: what in `query` leads to the next page, null on the last. */
  next: NextPage | null;
  /** Given before, to the same request under the same Idempotency-Key. */
  replayed: boolean;
}

export interface NextPage {
  cursor: string;
  /** What of the first page's offset is still to be skipped. */
  offset: string;
}

/** @throws ApiError */
export function readAnswer({ ok, status, headers }: Response, text: string): Answer<unknown> {
  const body = parsed(text);
  if (!ok || body === undefined) throw refusal({ status, headers }, body);
  const total = headers.get('x-total-count');
  return {
    body,
    etag: headers.get('etag'),
    requestId: headers.get('x-request-id'),
    total: total === null ? null : Number(total),
    next: nextIn(headers.get('link')),
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The page is taken from the link, its address is not: the one that the service knows itself by may not be reachable from here. */
function nextIn(link: string | null): NextPage | null {
  const target = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (target === undefined) return null;
  const query = new URL(target, 'http://link.invalid').searchParams;
  const cursor = query.get('cursor');
  return cursor === null ? null : { cursor, offset: query.get('offset') ?? '0' };
}

/** What stands in front of the functions answers these in words of its own. */
const OF_THE_GATEWAY: Readonly<Record<number, string>> = { 429: 'too_many_requests', 503: 'unavailable' };

function refusal({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): ApiError {
  const told = isErrorBody(body)
    ? body.status
    : {
        code: OF_THE_GATEWAY[status] ?? 'unexpected_answer',
        messages: ["The answer is not in this API's shape"],
      };
  return apiError({
    status,
    code: told.code,
    messages: told.messages,
    requestId: headers.get('x-request-id'),
    retryAfter: retryAfterIn(headers.get('retry-after')),
  });
}

interface ErrorBody {
  status: { code: string; messages: string[] };
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('status' in body)) return false;
  const { status } = body;
  if (typeof status !== 'object' || status === null || !('code' in status)) return false;
  return typeof status.code === 'string' && 'messages' in status && Array.isArray(status.messages);
}

/** In seconds or as a date. */
function retryAfterIn(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
