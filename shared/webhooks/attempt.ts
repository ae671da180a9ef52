import { nowTs } from '../core/clock.ts';
import { UpstreamTimeout, UrlNotAllowed } from '../core/errors.ts';
import { logError } from '../core/log.ts';
import { guardedFetch } from '../http/guarded/client.ts';
import { payloadOf } from './payload.ts';
import type { Receiver } from './receiver.ts';
import type { Attempt, DeliveryRecord } from './record.ts';
import { signatureOf } from './signature.ts';

/** How long a receiver may take to answer. */
const TIMEOUT_MS = 10_000;

export const TIMED_OUT = 'no answer within 10 seconds';

/**
 * Sends a delivery once. Of the answer only its status is looked at; a redirect is none to follow. Never throws: what can't even be
 * sent has failed once more.
 */
export async function attemptDelivery(receiver: Receiver, delivery: DeliveryRecord): Promise<Attempt> {
  const unmade = { ts: nowTs(), http_status: null, duration_ms: 0 };
  const body = await orNothing(() => payloadOf(delivery), receiver);
  if (body === undefined) return { ...unmade, error: 'the post could not be read' };
  const secret = await orNothing(receiver.secret, receiver);
  if (secret === undefined) return { ...unmade, error: 'the secret to sign with could not be read' };
  const ts = nowTs();
  const headers = {
    ...receiver.headers,
    'content-type': 'application/json; charset=utf-8',
    'x-broadsheet-delivery': String(delivery.id),
    'x-broadsheet-signature': signatureOf(secret, ts, body),
  };
  const began = performance.now();
  const [http_status, error] = await send(receiver.url, headers, body);
  return { ts, http_status, error, duration_ms: Math.round(performance.now() - began) };
}

async function orNothing(read: () => Promise<string>, { id }: Receiver): Promise<string | undefined> {
  try {
    return await read();
  } catch (error) {
    logError('delivery not prepared', error, { webhook: id });
    return undefined;
  }
}

async function send(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<[status: number | null, error: string | null]> {
  try {
    const { status } = await guardedFetch(url, {
      method: 'POST',
      headers,
      body,
      maxBytes: 0,
      timeoutMs: TIMEOUT_MS,
    });
    return [status, fault(status)];
  } catch (error) {
    return [null, wordsFor(error)];
  }
}

function fault(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'answered with a redirect' : 'answered with an error';
}

function wordsFor(error: unknown): string {
  if (error instanceof UrlNotAllowed) return 'the address is not allowed';
  return error instanceof UpstreamTimeout ? TIMED_OUT : 'no connection, or no answer that is HTTP';
}
