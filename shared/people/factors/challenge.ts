import { hash, randomBytes } from 'node:crypto';
import { nowTs } from '../../platform/core/clock.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { putItem } from '../../platform/store/put.ts';
import type { Transaction } from '../../platform/store/transaction.ts';

/** A person must sign the challenge within this time. */
export const CHALLENGE_S = 300;

/** The purpose of a challenge: any sign-in, or the enrolment of a passkey by the author with this id. */
export type Purpose = 'sign-in' | number;

/**
 * An authenticator signs a challenge: random bytes for one use within some minutes, so that no signature works twice.
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

/**
 * Adds the deletion of a challenge to the transaction, so that the challenge works once.
 * @param refuse makes the error when the challenge is unknown, used, expired, or for another purpose
 */
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
