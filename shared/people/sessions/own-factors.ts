import { takeChallenge } from '../factors/challenge.ts';
import { hashCode, makeCodes } from '../factors/codes.ts';
import type { PasskeyInput } from '../factors/input.ts';
import { isSingleFactor, needsSecondFactor } from '../factors/demand.ts';
import { offerEnrolment, type EnrolmentOptions } from '../factors/options.ts';
import { changeFactors, MAX_PASSKEYS, readFactors, type Factors, type Passkey } from '../factors/record.ts';
import type { RelyingParty } from '../factors/relying-party.ts';
import { checkEnrolment } from '../factors/verify.ts';
import { Authors } from '../authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { Conflict, Forbidden, InvalidInput, NotFound, SessionEnded } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import { requireRecentSignIn, type Caller } from '../../platform/http/caller.ts';
import { recordAction, recordWrite } from '../../platform/store/audit/record.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { forgetSession } from './authenticate.ts';
import { sessionKey } from './record.ts';

/** @throws what `requireMayChange` throws */
export async function offerOwnEnrolment(caller: Caller, party: RelyingParty): Promise<EnrolmentOptions> {
  const { value: factors } = await readFactors(caller.authorId);
  requireMayChange(caller, factors);
  const { value: author } = await Authors.read(caller.authorId, { consistent: true });
  return await offerEnrolment(author, factors, party);
}

/** Lists the passkeys of the caller's author. @throws Forbidden (a narrowed key) */
export async function listPasskeys({ authorId, isNarrowed }: Caller): Promise<readonly Passkey[]> {
  if (isNarrowed) throw new Forbidden('A narrowed key has no access to passkeys');
  return (await readFactors(authorId)).value.passkeys;
}

/** Adds a passkey to the caller's author. @throws InvalidInput, Conflict, and what `requireMayChange` throws */
export async function enrolPasskey(
  { name, credential }: PasskeyInput,
  party: RelyingParty,
  caller: Caller,
): Promise<Passkey> {
  const refuse = (cause?: unknown): InvalidInput =>
    new InvalidInput('credential: was not made for this request, or too late', { cause });
  return await changeOwnFactors(caller, async (factors, transaction) => {
    const { challenge, key } = await checkEnrolment(credential, party).catch((cause: unknown) => {
      throw refuse(cause);
    });
    if (factors.passkeys.some(({ credential_id }) => credential_id === key.credential_id))
      throw new Conflict('credential: it is enrolled already');
    if (factors.passkeys.length >= MAX_PASSKEYS)
      throw new Conflict(`An author has at most ${MAX_PASSKEYS} passkeys`);
    takeChallenge(transaction, challenge, caller.authorId, refuse);
    proveSession(transaction, caller);
    const { transports } = credential.response;
    const passkey = {
      ...{ id: newId(), ...key, transports, name, host: party.id },
      ...{ created_ts: nowTs(), used_ts: null },
    };
    recordWrite(transaction, 'passkey', { before: null, after: passkey });
    return { next: { ...factors, passkeys: [...factors.passkeys, passkey] }, result: passkey };
  });
}

/** Marks the session that enrols a passkey as one that signed in with a passkey. A session that was ended in the meantime stays ended. */
function proveSession(transaction: Transaction, { authorId, keyId, signInMethod }: Caller): void {
  if (!isSingleFactor(signInMethod)) return;
  transaction.update(
    sessionKey(authorId, keyId),
    {
      UpdateExpression: 'SET #method = :method',
      ExpressionAttributeNames: { '#method': 'method' },
      ExpressionAttributeValues: { ':method': 'passkey' },
    },
    { expression: 'attribute_exists(pk)', otherwise: () => new SessionEnded() },
  );
}

/**
 * Removes a passkey. The last one takes the recovery codes with it, after which the password alone is enough again.
 * @throws NotFound, Conflict, and what `requireMayChange` throws
 */
export async function deletePasskey(id: number, caller: Caller): Promise<void> {
  await changeOwnFactors(caller, (factors, transaction) => {
    const passkeys = factors.passkeys.filter(passkey => passkey.id !== id);
    if (passkeys.length === factors.passkeys.length)
      throw new NotFound(`There is no passkey with the id ${id}`);
    if (passkeys.length === 0 && needsSecondFactor(caller))
      throw new Conflict('Your role needs a passkey: enrol another one first');
    recordAction(transaction, { action: 'passkey.delete', id });
    return { next: { passkeys, codes: passkeys.length === 0 ? [] : factors.codes }, result: undefined };
  });
}

/** Replaces the caller's recovery codes by new ones, of which only the hashes are stored. @throws Conflict, and what `requireMayChange` throws */
export async function renewCodes(caller: Caller): Promise<string[]> {
  const codes = makeCodes();
  return await changeOwnFactors(caller, (factors, transaction) => {
    if (factors.passkeys.length === 0)
      throw new Conflict('Recovery codes replace a passkey: enrol one first');
    recordAction(transaction, { action: 'author.renew_recovery_codes', id: caller.authorId });
    return { next: { ...factors, codes: codes.map(hashCode) }, result: codes };
  });
}

type Change<T> = Parameters<typeof changeFactors<T>>[1];

async function changeOwnFactors<T>(caller: Caller, change: Change<T>): Promise<T> {
  const result = await changeFactors(caller.authorId, async (factors, transaction) => {
    requireMayChange(caller, factors);
    return await change(factors, transaction);
  });
  forgetSession(caller.keyId);
  return result;
}

/**
 * An API key may not change an author's factors, nor may a session that began with a password alone when there is a passkey.
 * @throws Forbidden, SignInTooOld
 */
function requireMayChange(caller: Caller, { passkeys }: Factors): void {
  if (!caller.isSession)
    throw new Forbidden('Passkeys and recovery codes are changed in their author’s session only');
  requireRecentSignIn(caller);
  if (passkeys.length > 0 && isSingleFactor(caller.signInMethod))
    throw new Forbidden('Sign in with a passkey or a recovery code to change them');
}
