import type { ApiError } from '../../shared/platform/core/errors.ts';
import { answerTooLarge, entityTag, errorBody } from '../../shared/platform/http/answer.ts';
import { ANONYMOUS } from '../../shared/platform/http/caller.ts';
import { keyHeaders } from '../../shared/platform/http/credentials.ts';
import { nextLink } from '../../shared/platform/http/cursor.ts';
import { shareHeaders } from '../../shared/platform/http/edge.ts';
import type { Answer } from '../../shared/platform/http/endpoint.ts';
import { isRead, type HttpEvent, type HttpResult } from '../../shared/platform/http/event.ts';
import { isStrict, STRICT } from '../../shared/platform/http/prefer.ts';
import { respond, withoutBody } from '../../shared/platform/http/respond.ts';
import { WrittenText } from '../../shared/platform/http/encoding/written-text.ts';
import type { Ceilings } from './route.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/**
 * Browsers show feeds and sitemaps as documents of the site's origin. These headers let them load and run nothing, and forbid browsers to
 * guess another type.
 */
const DOCUMENT_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
const PUBLIC_AGE_S = 30;
/**
 * Request headers that a cached public answer depends on, in addition to those for keys, whose callers see more data: a session's cookie is as
 * good as a key, `Prefer` changes the validation, and the gateway allows the requesting origin in the answer's CORS headers.
 */
const VARIED = ['cookie', 'prefer', 'origin'];

/** The successful answer. @throws TooLarge for one over the ceiling, to a caller without a key */
export async function render(
  event: HttpEvent,
  answer: Answer<unknown>,
  ceilings?: Ceilings,
): Promise<HttpResult> {
  const { contentType } = answer;
  const body = writeBody(answer, event.caller === ANONYMOUS ? ceilings?.answerBytes : undefined);
  const headers: Record<string, string> = {
    'content-type': contentType ?? JSON_TYPE,
    ...(contentType !== undefined && DOCUMENT_HEADERS),
    'x-request-id': event.requestContext.requestId,
    ...cacheHeaders(event, answer),
    ...budgetHeaders(event),
    ...preferenceHeaders(event),
    etag: entityTag(body.bytes, answer.version),
    ...(answer.next !== undefined && { link: nextLink(answer.next, event, answer.skip) }),
    ...(answer.canonical !== undefined && { link: `<${answer.canonical}>; rel="canonical"` }),
    ...(answer.total !== undefined && { 'x-total-count': String(answer.total) }),
    ...(answer.counts && { 'x-counts': writeCounts(answer.counts) }),
    ...(answer.isIncomplete && { 'x-incomplete': '1' }),
    ...(answer.replayed && { 'idempotent-replayed': 'true' }),
  };
  const { cookies } = answer;
  return { ...(await respond(event, { headers, body })), ...(cookies && { cookies }) };
}

/**
 * The body as text. Writing stops as soon as it exceeds `maxBytes`, at the latest with the entry of the list that does: the entries of a
 * page are bounded, their sum is not.
 */
function writeBody({ contentType, body }: Answer<unknown>, maxBytes = Infinity): WrittenText {
  const isList = contentType === undefined && Array.isArray(body);
  const entries: readonly unknown[] = isList ? body : [body];
  let room = maxBytes;
  const texts = entries.map(entry => {
    const text = contentType === undefined ? JSON.stringify(entry) : String(entry);
    // Each character has at least one byte; the bytes of the whole are known only below.
    room -= text.length;
    if (room < 0) throw answerTooLarge();
    return text;
  });
  const written = isList ? writeList(texts) : new WrittenText(...texts);
  if (written.bytes.length > maxBytes) throw answerTooLarge();
  return written;
}

function writeList(texts: readonly string[]): WrittenText {
  return new WrittenText('[', ...texts.flatMap((text, index) => (index === 0 ? [text] : [',', text])), ']');
}

function writeCounts(counts: NonNullable<Answer<unknown>['counts']>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}=${count}`)
    .join(', ');
}

/** The error response of every endpoint, and of the gateway before it. */
export function renderError(error: ApiError, event: HttpEvent): HttpResult {
  const headers = {
    'content-type': JSON_TYPE,
    'x-request-id': event.requestContext.requestId,
    'cache-control': 'no-store',
    ...budgetHeaders(event),
    ...preferenceHeaders(event),
    ...error.headers,
  };
  const body = JSON.stringify(errorBody(error));
  return withoutBody(event, { statusCode: error.status, headers, body, isBase64Encoded: false });
}

function cacheHeaders(event: HttpEvent, { isUncacheable }: Answer<unknown>): Record<string, string> {
  if (!isRead(event) || isUncacheable) return { 'cache-control': 'no-store' };
  if (event.caller !== ANONYMOUS) return { 'cache-control': 'private, no-cache' };
  return {
    ...shareHeaders(event, PUBLIC_AGE_S),
    vary: [...keyHeaders(), ...VARIED].join(', '),
  };
}

/** Follows the IETF draft on RateLimit header fields (draft-ietf-httpapi-ratelimit-headers). */
function budgetHeaders({ budget }: HttpEvent): Record<string, string> {
  if (!budget) return {};
  const { limit, windowS, remaining, resetS } = budget;
  return {
    'ratelimit-policy': `"key";q=${limit};w=${windowS}`,
    ratelimit: `"key";r=${Math.max(0, remaining)};t=${resetS}`,
  };
}

function preferenceHeaders(event: HttpEvent): Record<string, string> {
  return isStrict(event) ? STRICT : {};
}
