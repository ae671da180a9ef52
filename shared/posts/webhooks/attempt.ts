import { createHmac } from 'node:crypto';
import { nowTs } from '../../platform/core/clock.ts';
import { NotFound, UpstreamTimeout, UrlNotAllowed } from '../../platform/core/errors.ts';
import { logError } from '../../platform/log/log.ts';
import { guardedFetch } from '../../platform/http/guarded/client.ts';
import { isInFamily } from '../record/access.ts';
import type { Post } from '../record/post.ts';
import { presentPost } from '../answers/present.ts';
import { readPost } from '../record/read.ts';
import type { DeliveryRecord, Attempt } from './record.ts';

/** Where deliveries go: a webhook in its current state, or the news partner. */
export interface Receiver {
  id: number;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Reads the key that signs the deliveries. */
  secret: () => Promise<string>;
}

/** Proves sender and time to the receiver; the time lets it reject replayed requests. */
export function computeSignature(secret: string, ts: number, body: string): string {
  return `t=${ts},v1=${createHmac('sha256', secret).update(`${ts}.${body}`).digest('hex')}`;
}

/** Has the `x-request-id` that the answer to the change had. */
const CORRELATION_HEADER = 'x-broadsheet-correlation';

/** Time limit for a receiver's answer. */
const TIMEOUT_MS = 10_000;

export const TIMED_OUT = 'no answer within 10 seconds';

/**
 * Makes one attempt to send a delivery. Reads only the answer's status and follows no redirect. Never throws: a request that can't even
 * be built counts as a failed attempt.
 */
export async function attemptDelivery(receiver: Receiver, delivery: DeliveryRecord): Promise<Attempt> {
  const failed = { ts: nowTs(), http_status: null, duration_ms: 0 };
  const body = await tryRead(() => composePayload(delivery), receiver);
  if (body === undefined) return { ...failed, error: 'the post could not be read' };
  const secret = await tryRead(receiver.secret, receiver);
  if (secret === undefined) return { ...failed, error: 'the secret to sign with could not be read' };
  const ts = nowTs();
  const headers = {
    ...receiver.headers,
    'content-type': 'application/json; charset=utf-8',
    'x-broadsheet-delivery': String(delivery.id),
    ...(delivery.correlation !== undefined && { [CORRELATION_HEADER]: delivery.correlation }),
    'x-broadsheet-signature': computeSignature(secret, ts, body),
  };
  const began = performance.now();
  const [http_status, error] = await send(receiver.url, headers, body);
  return { ts, http_status, error, duration_ms: Math.round(performance.now() - began) };
}

async function tryRead(read: () => Promise<string>, { id }: Receiver): Promise<string | undefined> {
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
      purpose: 'webhook',
      headers,
      body,
      maxBytes: 0,
      timeoutMs: TIMEOUT_MS,
    });
    return [status, fault(status)];
  } catch (error) {
    return [null, describeError(error)];
  }
}

function fault(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'answered with a redirect' : 'answered with an error';
}

function describeError(error: unknown): string {
  if (error instanceof UrlNotAllowed) return 'the address is not allowed';
  return error instanceof UpstreamTimeout ? TIMED_OUT : 'no connection, or no answer that is HTTP';
}

/**
 * Composes the body of a delivery: the action, its author, and either the change of the site or the post with its body. The post is shown as
 * it is when the delivery is sent, and a removed one in its last state. Intermediate states are not reproduced: each change has its own
 * delivery.
 */
async function composePayload({ user_id, post_id, action, change }: DeliveryRecord): Promise<string> {
  const read = post_id === null ? null : await readIfThere(post_id);
  const post = read && (await presentPost(read, { draftUrl: isInFamily('drafts', read.value) }));
  return JSON.stringify({ user_id, post_id, post, post_url: post?.post_url ?? null, action, change });
}

/** @returns null when the removed post has been purged */
async function readIfThere(id: number): Promise<Post | null> {
  try {
    return await readPost(id, { consistent: true });
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
