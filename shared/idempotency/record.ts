import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item, Key } from '../store/table.ts';

/**
 * What became of a POST under an Idempotency-Key ("scoped to API key and path", decisions, Posts).
 *
 * Keys: pk `IDEMPOTENCY#<API key's id>#<hash of path and Idempotency-Key>`, sk `request`; answers that are too large for one item
 * go on in `answer#<token>#<number>`. Read and written by its own request only, once each: a partition a request, none is hot.
 *
 * - `working`: claimed. Of requests that come at once one puts this, under the condition that there is nothing; the others are told
 *   that it is in progress. The claim holds until the function's time is surely over; then the same request may claim it anew, since
 *   no record was made.
 * - `made`: put in the transaction that makes the (first) record. A function that dies after it has had its effect: whoever asks
 *   again is told so, and nothing is done twice.
 * - `answered`: the answer is there, in parts put before. It is given to whoever asks again, for a day.
 *
 * A request that is refused or fails before a record is made takes its claim away. What makes no record by a transaction (views are
 * counted so) can be done twice when its function dies between the effect and the answer, and only then.
 */
export const Remembered = v.object({
  state: v.picklist(['working', 'made', 'answered']),
  /** Of the request that claimed it. */
  token: v.string(),
  /** What the request asked for, as a hash. */
  fingerprint: v.string(),
  /** When the function that claimed it is surely over, in seconds since 1970. */
  until: v.number(),
  /** Of `answered`: how many parts the answer has. */
  parts: v.optional(v.number(), 0),
});
export type Remembered = v.InferOutput<typeof Remembered>;

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

/** To put; the table drops it, and those who read it look at the time themselves. */
export function requestItem(pk: string, remembered: Remembered, nowS: number): Item {
  return {
    ...remembered,
    ...requestKey(pk),
    expires: nowS + DAY_S,
  };
}
