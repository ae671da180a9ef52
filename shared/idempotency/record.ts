import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item, Key } from '../store/table.ts';

/**
 * The state of a POST under an Idempotency-Key, which is scoped to API key and path.
 *
 * Keys: pk `IDEMPOTENCY#<API key's id>#<hash of path and Idempotency-Key>`, sk `request`; the answer follows in
 * `answer#<token>#<number>`, because it may be too large for one item. Each request has its own partition, so none is hot.
 *
 * - `working`: claimed. Of simultaneous requests one puts this item under the condition that there is none; the others get 409 (in
 *   progress). When the function's time is over without a record written, the same request may claim the key again.
 * - `made`: put in the transaction that writes the first record. If the function stops after it, a repetition gets 409 and runs nothing.
 * - `answered`: the answer is stored. Repetitions get it for a day.
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
  /** When the claiming function has certainly ended, in Unix seconds. */
  until: v.number(),
  /** Of `answered`: the number of parts of the answer. */
  parts: v.optional(v.number(), 0),
});
export type StoredRequest = v.InferOutput<typeof StoredRequest>;

export const DAY_S = 86_400;

export function partitionOf(keyId: number, path: string, idempotencyKey: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([path, idempotencyKey]))
    .digest('base64url');
  return `IDEMPOTENCY#${keyId}#${hash}`;
}

export function requestKey(pk: string): Key {
  return { pk, sk: 'request' };
}

export function partKey(pk: string, token: string, index: number): Key {
  return {
    pk,
    sk: `answer#${token}#${index}`,
  };
}

/** The item to put. DynamoDB deletes expired items late, so readers compare `expires` themselves. */
export function requestItem(pk: string, stored: StoredRequest, nowS: number): Item {
  return {
    ...stored,
    ...requestKey(pk),
    expires: nowS + DAY_S,
  };
}
