import { DAY_S } from '../../shared/platform/core/durations.ts';
import { environment } from '../../shared/platform/core/environment.ts';
import { signedAddress } from '../../shared/platform/files/signed-address.ts';
import {
  isHead,
  isRead,
  type HttpEvent,
  type HttpHandler,
  type HttpResult,
} from '../../shared/platform/http/event.ts';
import { withoutBody } from '../../shared/platform/http/respond.ts';
import { AVATAR_SVG, SERVED_HEADERS } from '../../shared/library/media/served.ts';

const ROOT = '/media/';
const MAX_KEY_BYTES = 1024;

const SIGNATURE_LIFE_S = 900;
/** A cached redirect must end well before the address that it leads to. */
const SIGNED_AGE_S = 300;
const AGE_S = DAY_S;

/**
 * Answers requests for files at the API's own address, `/media/<key>`, and passes all other requests to `next`. Without a CDN these are
 * the addresses in answers: each redirects to a signed address of the bucket, because an answer of the API can't be larger than 6 MB. With
 * a CDN they redirect to it, so that addresses from before the CDN stay valid.
 */
export function withMedia(next: HttpHandler): HttpHandler {
  return async event => {
    const how = environment().MEDIA_AT_API;
    const { path } = event.requestContext.http;
    if (how === undefined || !path.startsWith(ROOT) || !isRead(event)) return await next(event);
    const key = path.slice(ROOT.length);
    if (!isServed(key)) return await next(event);
    if (how === 'redirected')
      return answer(event, 308, { location: cdnAddress(key), 'cache-control': `public, max-age=${AGE_S}` });
    if (key === 'avatar.svg') return avatar(event);
    const location = await signedAddress(
      { bucket: 'media', key },
      { method: isHead(event) ? 'HEAD' : 'GET', lifeS: SIGNATURE_LIFE_S },
    );
    return answer(event, 302, { location, 'cache-control': `public, max-age=${SIGNED_AGE_S}` });
  };
}

function isServed(key: string): boolean {
  return (
    key === 'avatar.svg' ||
    (/^(images|documents)\/[^\p{Cc}]+$/u.test(key) && Buffer.byteLength(key) <= MAX_KEY_BYTES)
  );
}

function cdnAddress(key: string): string {
  return `${environment().MEDIA_BASE_URL}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

function avatar(event: HttpEvent): HttpResult {
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': `public, max-age=${AGE_S}` };
  return withoutBody(event, { ...answer(event, 200, headers), body: AVATAR_SVG });
}

function answer(
  { requestContext: { requestId } }: HttpEvent,
  statusCode: number,
  headers: Record<string, string>,
): HttpResult {
  return {
    statusCode,
    headers: { ...SERVED_HEADERS, ...headers, 'x-request-id': requestId },
    body: '',
    isBase64Encoded: false,
  };
}
