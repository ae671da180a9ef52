import * as v from 'valibot';
import { readFactors } from '../factors/record.ts';
import { Authors, type AuthorRecord } from '../authors/record.ts';
import { addAuthor } from '../authors/write.ts';
import { beginSessionIn, type Begun } from '../sessions/write.ts';
import { ApiError, SecondFactorRequired, SingleSignOnRefused } from '../../platform/core/errors.ts';
import type { Client } from '../../platform/http/client.ts';
import type { SingleSignOn } from '../../platform/site/sign-in-schema.ts';
import { actAsProcess } from '../../platform/store/audit/actor.ts';
import { recordAlone } from '../../platform/store/audit/record.ts';
import { Taken } from '../../platform/store/condition.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { boundedString } from '../../platform/values/bounds.ts';
import { maybe } from '../../platform/values/nested.ts';
import { readPerson, type Person } from './person.ts';
import { readSetting } from './provider.ts';
import { ACTOR, beginWithRole, requireActive, type SignIn } from './role.ts';
import { readState, takeState } from './state.ts';

export const FinishInput = v.object({
  code: boundedString(4096),
  state: boundedString(100),
  /** The issuer. Only some providers send it (RFC 9207). */
  iss: maybe(boundedString(1000)),
});
type FinishInput = v.InferOutput<typeof FinishInput>;

/** The browser that finishes a sign-in. */
export interface Browser {
  /** The secret in the cookie that `beginSignIn` made the browser keep. */
  secret: string;
  host: string;
  client: Client;
}

/**
 * Begins a session of the author whose email the provider has verified. Where the site's settings allow it, creates that author first.
 * @throws NotFound, SingleSignOnRefused, SecondFactorRequired, UpstreamFailed, UpstreamTimeout
 */
export async function finishSignIn(
  { state: sent, ...returned }: FinishInput,
  { secret, host, client }: Browser,
  reportBy: SignIn['reportBy'],
): Promise<Begun> {
  const setting = readSetting();
  let id: number | undefined;
  try {
    const state = await readState(sent, secret);
    const person = await readPerson(setting, returned, state, host);
    [id] = await Authors.idsBy('email', [person.email], { consistent: true });
    const signIn = { state, client, reportBy };
    if (id === undefined) return await beginAsNew(setting, person, signIn);
    return await beginAs(id, setting, person.role, signIn);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500)
      await recordAlone({ action: 'author.sign_in_refused', id: id ?? null });
    throw error;
  }
}

async function beginAs(
  id: number,
  setting: SingleSignOn,
  role: string | undefined,
  signIn: SignIn,
): Promise<Begun> {
  const { value: author } = await Authors.read(id, { consistent: true });
  requireActive(author);
  if (!setting.isSecondFactor && (await readFactors(id)).value.passkeys.length > 0)
    throw new SecondFactorRequired();
  const begun =
    role === undefined || role === author.role ? undefined : await beginWithRole(id, role, signIn);
  return begun ?? (await begin(author, signIn));
}

async function begin(author: AuthorRecord, { state, client }: SignIn): Promise<Begun> {
  return await retryContended(async () => {
    const transaction = new Transaction();
    takeState(transaction, state);
    const begun = beginSessionIn(transaction, author, client, 'single_sign_on');
    await transaction.commit();
    return begun;
  });
}

/** @throws SingleSignOnRefused */
async function beginAsNew(setting: SingleSignOn, person: Person, signIn: SignIn): Promise<Begun> {
  const { state, client, reportBy } = signIn;
  const role = person.role ?? setting.defaultRole;
  if (!setting.createsAuthors || role === undefined)
    throw new SingleSignOnRefused('There is no author with your email on this site');
  let begun: Begun | undefined;
  const also = (transaction: Transaction, author: AuthorRecord): void => {
    takeState(transaction, state);
    begun = beginSessionIn(transaction, author, client, 'single_sign_on');
  };
  const report = reportBy({ authorId: 0 });
  await actAsProcess(ACTOR, () => addAuthor({ ...person, role }, { report, also })).catch(refuseTaken);
  if (!begun) throw new Error('The author was created without a session');
  return begun;
}

/** Refuses the sign-in when a simultaneous one has created the author. */
function refuseTaken(error: unknown): never {
  if (error instanceof Taken) throw new SingleSignOnRefused('The account is being created: try again');
  throw error;
}
