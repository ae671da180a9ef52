import { newKey } from '../keys/write.ts';
import { hashKey } from '../keys/record.ts';
import type { AuthorRecord } from '../authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { SessionEnded } from '../../platform/core/errors.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Caller, SignInMethod } from '../../platform/http/caller.ts';
import type { Client } from '../../platform/http/client.ts';
import { toSessionActor } from '../../platform/store/audit/actor.ts';
import type { AuditedAction } from '../../platform/store/audit/entry.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { isNew } from '../../platform/store/condition.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { MAX_ACTIONS, Transaction } from '../../platform/store/transaction.ts';
import { forgetSession } from './authenticate.ts';
import { findSession, readOwnSessions } from './list.ts';
import { sessionItem, sessionKey, toCookie, type Session } from './record.ts';

/** A transaction deletes this many sessions and adds one entry to the audit trail. */
const BATCH_SIZE = MAX_ACTIONS - 1;

/** A session and the value of its cookie. */
export interface Begun {
  session: Session;
  cookie: string;
}

/** Begins a session of an author whose password was right. */
export async function beginSession(author: AuthorRecord, client: Client): Promise<Begun> {
  return await retryContended(async () => {
    const transaction = new Transaction();
    const begun = beginSessionIn(transaction, author, client, 'password');
    await transaction.commit();
    return begun;
  });
}

/** Begins a session in the transaction that uses up the code, the challenge or the state of the sign-in. */
export function beginSessionIn(
  transaction: Transaction,
  author: AuthorRecord,
  client: Client,
  method: SignInMethod,
): Begun {
  const begun = prepareSession(author, client, method);
  const { id } = begun.session;
  transaction.put(sessionItem(begun.session), isNew);
  const actor = toSessionActor(author.id, id, client.address);
  recordAction(transaction, { action: 'session.create', id, actor });
  return begun;
}

/** Makes a session with a new secret. It never takes one that the browser sent, so that nobody can prepare a session for someone else. */
function prepareSession(author: AuthorRecord, client: Client, method: SignInMethod): Begun {
  const secret = newKey();
  const now = nowTs();
  const session = {
    id: newId(),
    author_id: author.id,
    hash: hashKey(secret),
    password_changes: author.password_changes ?? 0,
    ...{ created_ts: now, used_ts: now },
    ...client,
    method,
  };
  return { session, cookie: toCookie(session, secret) };
}

/** @throws NotFound, Forbidden (a narrowed key) */
export async function endSession(id: number, caller: Caller): Promise<void> {
  const session = await findSession(id, caller);
  await deleteSessions([session], { action: 'session.delete', id });
}

/** Ends all sessions of the caller's author. @throws Forbidden (a narrowed key) */
export async function endSessions(caller: Caller): Promise<void> {
  await deleteSessions(await readOwnSessions(caller), { action: 'author.end_sessions', id: caller.authorId });
}

/** Deletes sessions in batches. The first transaction records the action in the audit trail. */
async function deleteSessions(sessions: readonly Session[], audited: AuditedAction): Promise<void> {
  for (let from = 0; from < sessions.length; from += BATCH_SIZE) {
    const transaction = new Transaction();
    if (from === 0) recordAction(transaction, audited);
    const some = sessions.slice(from, from + BATCH_SIZE);
    for (const { author_id, id } of some) transaction.delete(sessionKey(author_id, id));
    await transaction.commit();
    for (const { id } of some) forgetSession(id);
  }
}

/** Keeps the caller's own session valid after its author's password changes, unless the session has ended. */
export function keepSession({ isSession, authorId, keyId }: Caller) {
  return (transaction: Transaction, passwordChanges: number): void => {
    if (!isSession) return;
    transaction.update(
      sessionKey(authorId, keyId),
      {
        UpdateExpression: 'SET password_changes = :changes',
        ExpressionAttributeValues: { ':changes': passwordChanges },
      },
      { expression: 'attribute_exists(pk)', otherwise: () => new SessionEnded() },
    );
  };
}
