import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { guardedLookup, type Resolve } from './lookup.ts';
import type { Target } from './target.ts';

/** One request on the wire; header names are in lower case. */
export interface Exchange {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | undefined;
  readonly signal: AbortSignal;
}

/** Some pages' content security policies alone exceed Node's default of 16 KB. */
const MAX_HEADER_BYTES = 65_536;

/** Sends one request over a new connection: a pooled one may lead to an address that was checked for another request. */
export function exchange(
  target: Target,
  resolve: Resolve,
  { body, ...sent }: Exchange,
): Promise<IncomingMessage> {
  const send = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((fulfil, reject) => {
    const request = send(target.url, {
      ...sent,
      agent: false,
      lookup: guardedLookup(resolve, target.exempt),
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    request.on('response', fulfil).on('error', reject).end(body);
  });
}
