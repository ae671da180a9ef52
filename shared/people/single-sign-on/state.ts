import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { hashKey } from '../keys/record.ts';
import { isSameHash } from '../sessions/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { putItem } from '../../platform/store/put.ts';
import { getItem } from '../../platform/store/table.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { SingleSignOnRefused } from '../../platform/core/errors.ts';

/** A person must finish the sign-in at the provider within this time. */
export const STATE_S = 600;

/**
 * A sign-in at the provider that was begun and not finished:
 *   by state   SIGN_IN_STATE#<SHA-256> / state {browser, nonce, verifier, expires}
 * The state is in the addresses that lead to the provider and back; `browser` is the hash of a secret that only the cookie of the browser
 * that began has, so an address that was taken from it, or prepared for it, signs nobody in. The transaction that begins the session deletes
 * the item, under the condition that it exists and has not expired. So of two simultaneous uses one commits, and a crash leaves it unused; the
 * provider's code works once anyway.
 */
export const signInStateKey = itemKey('SIGN_IN_STATE#<SHA-256>', 'state', 'begun single sign-on', STATE_S);

const SignInState = v.object({
  browser: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  expires: v.number(),
});
export type SignInState = v.InferOutput<typeof SignInState> & { state: string };

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** @returns the state, and the secret of the browser */
export async function createState(): Promise<SignInState & { secret: string }> {
  const [state, secret] = [makeSecret(), makeSecret()];
  const begun = {
    browser: hashKey(secret),
    nonce: makeSecret(),
    verifier: makeSecret(),
    expires: nowTs() + STATE_S,
  };
  await putItem({ ...toKey(state), ...begun });
  return { ...begun, state, secret };
}

/** Returns the same error for every reason, so that it reveals nothing about the state. */
function refuseState(): SingleSignOnRefused {
  return new SingleSignOnRefused(
    'This sign-in was begun in another browser, is finished already, or took too long: try again',
  );
}

/** Reads the state that a browser sends. Call it before any request to the provider. @throws SingleSignOnRefused */
export async function readState(state: string, secret: string): Promise<SignInState> {
  const item = await getItem(toKey(state), { consistent: true });
  if (!item) throw refuseState();
  const begun = v.parse(SignInState, item);
  if (!isSameHash(begun.browser, hashKey(secret)) || nowTs() >= begun.expires) throw refuseState();
  return { ...begun, state };
}

/** Adds the deletion of a state to the transaction, so that the state works once. */
export function takeState(transaction: Transaction, { state }: SignInState): void {
  transaction.delete(toKey(state), {
    expression: 'expires > :now',
    values: { ':now': nowTs() },
    otherwise: refuseState,
  });
}

function toKey(state: string) {
  return signInStateKey(hashKey(state));
}
