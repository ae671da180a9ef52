import { hash, randomBytes } from 'node:crypto';
import { nowTs } from '../../platform/core/clock.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { putItem } from '../../platform/store/put.ts';
import type { Transaction } from '../../platform/store/transaction.ts';

/** In which a person must confirm. */
export const CHALLENGE_S = 300;

/** What a challenge is for: any sign-in, or the enrolment of a passkey by the author of this id. */
export type Purpose = 'sign-in' | number;

/**
 * What an authenticator is to sign, so that no signature works twice: random, for one use within some minutes.
 *   by challenge   CHALLENGE#<SHA-256> / challenge {purpose, expires}
 * The transaction that the signature allows deletes it, under the condition that it exists for this purpose and has not expired. So of two
 * simultaneous uses one commits, and a crash leaves it unused.
 */
export const challengeKey = itemKey(
  'CHALLENGE#<SHA-256>',
  'challenge',
  'challenge that a passkey is to sign',
  CHALLENGE_S,
);

export async function createChallenge(purpose: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  await putItem({ ...toKey(challenge), purpose, expires: nowTs() + CHALLENGE_S });
  return challenge;
}

/** Uses up a challenge in the transaction. `refuse`: the error when it is unknown, used, expired, or for another purpose. */
export function takeChallenge(
  transaction: Transaction,
  challenge: string,
  purpose: Purpose,
  refuse: () => Error,
): void {
  transaction.delete(toKey(challenge), {
    expression: 'purpose = :purpose AND expires > :now',
    values: { ':purpose': purpose, ':now': nowTs() },
    otherwise: refuse,
  });
}

function toKey(challenge: string) {
  return challengeKey(hash('sha256', challenge, 'hex'));
}
