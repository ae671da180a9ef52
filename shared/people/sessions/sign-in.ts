import * as v from 'valibot';
import { isOutdated, hashPassword, isPassword, NO_PASSWORD } from '../authors/password.ts';
import { requirePasswords } from '../authors/password-rule.ts';
import { Authors, type AuthorRecord } from '../authors/record.ts';
import { useCode } from '../factors/codes.ts';
import { changeFactors, factorsKey, parseFactors } from '../factors/record.ts';
import { elapsedMs, sleep } from '../../platform/core/clock.ts';
import { SecondFactorRequired, SignInRefused } from '../../platform/core/errors.ts';
import type { Client } from '../../platform/http/client.ts';
import { recordAlone } from '../../platform/store/audit/record.ts';
import { getItems, keyText } from '../../platform/store/table.ts';
import { updateIf } from '../../platform/store/update.ts';
import { boundedString } from '../../platform/values/bounds.ts';
import { maybe } from '../../platform/values/nested.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';
import { countAttempt, forgiveAttempt } from './attempts.ts';
import { beginSession, beginSessionIn, type Begun } from './write.ts';

const secret = (most: number) => v.pipe(boundedString(most), v.minLength(1, 'must not be empty'));
export const SignInInput = v.object({
  email: secret(254),
  password: secret(128),
  /** An author with a passkey may send a recovery code instead. */
  recovery_code: maybe(secret(40)),
});
type SignInInput = v.InferOutput<typeof SignInInput>;

/** No author has this id, because ids are positive. It has as many characters as they have, so that requests for its keys have the same size. */
const NO_AUTHOR = -10_000_000_000_000;

/**
 * A refusal is answered after this time at the earliest. It is longer than any comparison of a password takes, because one with a hash of an
 * earlier release takes longer than the one for an unknown email.
 */
export const REFUSAL_MS = 500;

const Stored = v.object({ hash: v.string() });

/**
 * Begins a session of the author with this email. An unknown email causes the same calls and computations as a wrong password, and the refusal
 * takes the same time, so that neither the answer nor its time reveals whether an account exists. The author is read before the password is
 * compared (record.ts). A wrong recovery code counts like a wrong password.
 * @throws SignInRefused, SecondFactorRequired, ApiError 429, Forbidden (a site without passwords)
 */
export async function signIn({ email, password, recovery_code: code }: SignInInput, client: Client) {
  requirePasswords();
  const beganMs = elapsedMs();
  const [attempt, [id = NO_AUTHOR]] = await Promise.all([
    countAttempt(uniqueForm(email), client.address),
    Authors.idsBy('email', [email], { consistent: true }),
  ]);
  const { author, hash, factors } = await readAccount(id);
  const isRight = await isPassword(password, hash);
  if (!isRight || author?.status !== 'active') {
    await recordAlone({ action: 'author.sign_in_refused', id: author?.id ?? null });
    await sleep(Math.max(0, REFUSAL_MS - (elapsedMs() - beganMs)));
    throw new SignInRefused();
  }
  const needsCode = factors.passkeys.length > 0;
  if (needsCode && code === undefined) {
    await forgiveAttempt(attempt);
    throw new SecondFactorRequired();
  }
  const begun =
    needsCode && code !== undefined
      ? await beginWithCode(author, code, client)
      : await beginSession(author, client);
  await Promise.all([forgiveAttempt(attempt), isOutdated(hash) && renewHash(id, hash, password)]);
  return begun;
}

/** @throws SecondFactorRequired when the code is wrong or was used */
async function beginWithCode(author: AuthorRecord, code: string, client: Client): Promise<Begun> {
  return await changeFactors(author.id, async (factors, transaction) => {
    const next = useCode(factors, code);
    if (!next) {
      await recordAlone({ action: 'author.sign_in_refused', id: author.id });
      throw new SecondFactorRequired();
    }
    const result = beginSessionIn(transaction, author, client, 'recovery_code');
    return { next, result };
  });
}

async function readAccount(id: number) {
  const keys = [Authors.key(id), Authors.otherKey(id, 'password'), factorsKey(id)];
  const items = await getItems(keys, { consistent: true });
  const [record, password, factors] = keys.map(key => items.get(keyText(key)));
  return {
    author: record && Authors.parse(record).value,
    hash: password ? v.parse(Stored, password).hash : NO_PASSWORD,
    factors: parseFactors(factors).value,
  };
}

/** Hashes a password again with the current parameters, unless it was changed after it was compared. */
async function renewHash(id: number, old: string, password: string): Promise<void> {
  const isSame = {
    expression: '#hash = :old',
    names: { '#hash': 'hash' },
    values: { ':old': old },
  };
  await updateIf(isSame, Authors.otherKey(id, 'password'), {
    UpdateExpression: 'SET #hash = :new',
    ExpressionAttributeNames: { '#hash': 'hash' },
    ExpressionAttributeValues: { ':new': await hashPassword(password) },
  });
}
