import type { CustomFetch, FetchBody } from 'openid-client';
import { guardedFetch } from '../../platform/http/guarded/client.ts';

/** Limits each body that a provider sends: its document, its keys and its answers. */
const MAX_BYTES = 1_000_000;
/** Limits each request to the provider. A sign-in makes only a few. */
const TIMEOUT_MS = 5_000;

/** Sends the requests of openid-client through the guarded client, so that no provider's document leads to an internal address. */
export const fetchGuarded: CustomFetch = async (url, { method, headers, body, signal }) => {
  const { accept, ...others } = headers;
  const sent = toText(body);
  const response = await guardedFetch(url, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers: others,
    ...(accept !== undefined && { accept }),
    ...(sent !== undefined && { body: sent }),
    ...(signal && { signal }),
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
  });
  const { status, headers: answered } = response;
  const type = answered['content-type'];
  const challenge = answered['www-authenticate'];
  return new Response(response.body.length === 0 ? null : new Uint8Array(response.body), {
    status,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
    },
  });
};

/** openid-client sends only forms. */
function toText(body: FetchBody): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('the body of a request to the provider is no form');
}
