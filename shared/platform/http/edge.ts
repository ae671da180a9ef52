import { createHash, timingSafeEqual } from 'node:crypto';
import { environment } from '../core/environment.ts';
import type { HttpEvent } from './event.ts';

/**
 * The headers that the edge (infra/stack/edge) sends to the API. CloudFront adds the secret, which no client knows; its function replaces the others
 * in each request, so that they say what CloudFront saw, not what a client claims. Without the secret none of them means anything.
 */
export const EDGE_HEADERS = {
  secret: 'x-broadsheet-secret',
  /** The address of the client. */
  address: 'x-broadsheet-address',
  /** The host that the client asked for. */
  host: 'x-broadsheet-host',
  /** Present in a request whose answer no other request may get: it is a part of the cache key, and different each time. */
  alone: 'x-broadsheet-alone',
} as const;

/** The header with the tags of an answer, by which the edge drops it from its cache. */
export const TAG_HEADER = 'cache-tag';
/** Every public answer has it: one tag costs as much to drop as one address. */
export const PUBLIC_TAG = 'public';

/** How long the edge shows an answer, and how long after that it still may while it asks for a new one: 30 s together. */
const FRESH_S = 10;
const STALE_S = 20;

/** A request through the edge with the address of its client and the host that it asked for; any other as it is. */
export function readEdge(event: HttpEvent): HttpEvent {
  const { EDGE_SECRET: secret } = environment();
  const { headers, requestContext } = event;
  if (secret === undefined || !isEqual(headers[EDGE_HEADERS.secret] ?? '', secret)) return event;
  const { domainName, http } = requestContext;
  const host = headers[EDGE_HEADERS.host] ?? domainName;
  const sourceIp = headers[EDGE_HEADERS.address] ?? http.sourceIp;
  return {
    ...event,
    edge: { isAlone: headers[EDGE_HEADERS.alone] !== undefined, apiHost: event.edge?.apiHost ?? domainName },
    headers: { ...headers, ...(host !== undefined && { host }) },
    requestContext: {
      ...requestContext,
      ...(host !== undefined && { domainName: host }),
      http: { ...http, ...(sourceIp !== undefined && { sourceIp }) },
    },
  };
}

/** Takes the same time for each wrong value. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map(text => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/**
 * How long anyone may keep a public answer: at the API's own address for `ageS`. The edge keeps it for longer, since a change drops it there;
 * `keptS` is how long the service may have kept it already. No older copy is shown while the API fails.
 */
export function shareHeaders({ edge }: HttpEvent, ageS: number, keptS = 0): Record<string, string> {
  if (!edge) return { 'cache-control': `public, max-age=${ageS}` };
  if (edge.isAlone) return { 'cache-control': 'private, no-cache' };
  const freshS = Math.min(FRESH_S - keptS, ageS === 0 ? 0 : FRESH_S);
  const stale = ageS === 0 ? '' : `, stale-while-revalidate=${STALE_S}`;
  return {
    'cache-control': `public, max-age=${freshS}${stale}, stale-if-error=0`,
    [TAG_HEADER]: PUBLIC_TAG,
  };
}
