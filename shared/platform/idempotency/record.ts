import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { InvalidInput } from '../core/errors.ts';
import { DAY_S } from '../core/durations.ts';
import { bodyBytes } from '../http/body.ts';
import { ANONYMOUS } from '../http/caller.ts';
import type { HttpEvent } from '../http/event.ts';
import { itemKey } from '../store/item-key.ts';
import type { Item, Key } from '../store/table.ts';

/**
 * The state of a POST under an Idempotency-Key, which is scoped to API key and path.
 *
 * Keys: pk `IDEMPOTENCY#<API key's id>#<hash of path and Idempotency-Key>`, sk `request`; the answer follows in
 * `answer#<token>#<number>`, because it may be too large for one item. Each request has its own partition, so none is hot.
 *
 * - `working`: claimed. Of simultaneous requests one puts this item under the condition that there is none; the others get 409 (in
 *   progress). When the function has ended without a record written, the same request may claim the key again.
 * - `made`: put in the transaction that writes the first record. If the function stops after it, a repetition runs nothing: it gets the
 *   record as it is then, from an endpoint that can `recall` one, otherwise 409.
 * - `answered`: the answer is stored. Repetitions get it for a day.
 *
 * A function has ended when its lease is over, as shared/platform/store/lease-time.ts judges.
 *
 * A request that fails before it writes a record deletes its claim. A request that writes no record in a transaction (counting views) can
 * run twice, but only when its function stops between effect and answer.
 */
export const StoredRequest = v.object({
  state: v.picklist(['working', 'made', 'answered']),
  /** Identifies the request that claimed the key. */
  token: v.string(),
  /** A hash of the request. */
  fingerprint: v.string(),
  /** When the claiming function has certainly ended, in Unix seconds with fractions. */
  until: v.number(),
  /** In the state `made`: the id of the record, if the request writes exactly one. */
  record_id: v.optional(v.number()),
  /** In the state `answered`: the number of parts of the answer. */
  parts: v.optional(v.number(), 0),
});
export type StoredRequest = v.InferOutput<typeof StoredRequest>;

/** Exceeds the time limit of every function behind the gateway. */
export const LEASE_S = 60;

const REQUEST = 'IDEMPOTENCY#<key>#<hash>';
export const claimKey = itemKey(REQUEST, 'request', 'request under an Idempotency-Key', DAY_S);
export const answerPartKey = itemKey(
  REQUEST,
  'answer#<token>#<part>',
  'answer under an Idempotency-Key',
  DAY_S,
);

function requestPartition(keyId: number, path: string, idempotencyKey: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([path, idempotencyKey]))
    .digest('base64url');
  return claimKey.partition(keyId, hash);
}

export function requestKey(pk: string): Key {
  return { pk, sk: claimKey.sk };
}

export function partKey(pk: string, token: string, index: number): Key {
  return { pk, sk: answerPartKey.sortKey(token, String(index)) };
}

/** The item to put. DynamoDB deletes expired items late, so readers compare `expires` themselves. */
export function requestItem(pk: string, stored: StoredRequest, nowS: number): Item {
  return {
    ...stored,
    ...requestKey(pk),
    expires: nowS + DAY_S,
  };
}

const MAX_KEY_LENGTH = 255;

/**
 * Computes the claim of a request with an Idempotency-Key. Must run before the body is parsed, because the fingerprint is of its bytes.
 * Without an API key the header is ignored, because answers are scoped to a key.
 * @throws InvalidInput
 */
export function claimIdempotencyKey(event: HttpEvent): void {
  const key = event.headers['idempotency-key'];
  if (key === undefined || !event.caller || event.caller === ANONYMOUS) return;
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH)
    throw new InvalidInput(`Idempotency-Key: must be 1 to ${MAX_KEY_LENGTH} printable ASCII characters`);
  event.claim = {
    pk: requestPartition(event.caller.keyId, event.rawPath, key),
    fingerprint: computeFingerprint(event),
  };
}

function computeFingerprint(event: HttpEvent): string {
  const query = new URLSearchParams(event.rawQueryString);
  query.delete('api_key');
  const parameters = [query.toString(), event.headers['x-http-method-override'] ?? ''];
  return createHash('sha256').update(JSON.stringify(parameters)).update(bodyBytes(event)).digest('base64url');
}
