import { Forbidden } from '../core/errors.ts';
import { isRead, type HttpEvent } from './event.ts';
import { isLoopback } from './loopback.ts';

/**
 * The prefix makes browsers refuse the cookie from any other host, subdomains included, and without TLS. They count this machine's own address
 * as safe without it.
 */
export const SESSION_COOKIE = '__Host-session';

/** The cookie of a browser that is at the single sign-on provider. */
const PROVIDER_COOKIE = '__Host-single-sign-on';

/** The header that a page sends with every request that changes something: forms can't, and CORS allows it to no other origin. */
export const PAGE_HEADER = 'x-requested-with';

/**
 * The header in which a page names the author, by id, for whom it was opened. All tabs of a browser share the cookie, so another author may
 * have signed in in another tab since.
 */
const AUTHOR_HEADER = 'x-session-author';

/** The `Set-Cookie` that gives a browser the secret of a session, or with an empty one takes it away. */
export function sessionCookie(secret: string, maxAgeS: number): string {
  return `${SESSION_COOKIE}=${secret}; Max-Age=${maxAgeS}; Path=/; Secure; HttpOnly; SameSite=Strict`;
}

/**
 * The `Set-Cookie` that binds a sign-in at a provider to the browser that began it, or with an empty secret ends it. The way back begins at
 * another site, after which browsers send no cookie that is `Strict`.
 */
export function providerCookie(secret: string, maxAgeS: number): string {
  return `${PROVIDER_COOKIE}=${secret}; Max-Age=${maxAgeS}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}

/** The secret that `providerCookie` gave the browser; empty without one. */
export function readProviderSecret(cookies: readonly string[]): string {
  return (
    cookies.find(cookie => cookie.startsWith(`${PROVIDER_COOKIE}=`))?.slice(PROVIDER_COOKIE.length + 1) ?? ''
  );
}

export const NO_SESSION = sessionCookie('', 0);

/**
 * The secret of a request's session. The browser adds the cookie to requests of any page, and to `SameSite` the pages of sibling
 * subdomains are no strangers, so the request must show that a page of this host sent it.
 * @throws Forbidden
 */
export function readSessionSecret(event: HttpEvent): string | undefined {
  const cookie = event.cookies?.find(
    sent => sent.startsWith(`${SESSION_COOKIE}=`) && sent.length > SESSION_COOKIE.length + 1,
  );
  if (cookie === undefined) return undefined;
  refuseOtherOrigins(event);
  const { headers } = event;
  if (!isRead(event) && (headers.origin === undefined || headers[PAGE_HEADER] === undefined))
    throw new Forbidden(`A change with a session needs the headers Origin and ${PAGE_HEADER}`);
  return cookie.slice(SESSION_COOKIE.length + 1);
}

/** Whether the session of an author is the one for which the page of a request was opened; true if the page doesn't say. */
export function isSessionOfPage({ headers }: HttpEvent, authorId: number): boolean {
  const expected = headers[AUTHOR_HEADER];
  return expected === undefined || expected === String(authorId);
}

/** Refuses what a page of another origin asks its browser for. Programs send neither header. @throws Forbidden */
export function refuseOtherOrigins({ headers }: HttpEvent): void {
  const { origin, host = '', 'sec-fetch-site': relation = 'none' } = headers;
  const isOwn = origin === undefined || isOriginOf(host, origin);
  if (isOwn && ['none', 'same-origin'].includes(relation)) return;
  throw new Forbidden('Sessions work only for pages of this host');
}

/** Whether pages of an origin are those of a host. Pages without TLS, which the network may have changed, are not. */
function isOriginOf(host: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host.toLowerCase() && (url.protocol === 'https:' || isLoopback(url.hostname));
}
