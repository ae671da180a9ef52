import * as v from 'valibot';
import { USE_INTERVAL_S } from '../keys/record.ts';
import { Authors } from '../authors/record.ts';
import { isSingleFactor, needsSecondFactor } from '../factors/demand.ts';
import { toCaller } from '../keys/read.ts';
import { REFERENCE_LIFE_MS, TimedCache } from '../../platform/core/cache.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { Forbidden, SessionEnded } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Client } from '../../platform/http/client.ts';
import { logError } from '../../platform/log/log.ts';
import { getItem } from '../../platform/store/table.ts';
import { updateIf } from '../../platform/store/update.ts';
import { computeEnd, hasEnded, isSameHash, parseCookie, Session, sessionKey } from './record.ts';

/** Caches sessions by id for as long as API keys are cached. */
const cached = new TimedCache<number, Session>(REFERENCE_LIFE_MS);

export function forgetSession(id: number): void {
  cached.delete(id);
}

/**
 * Identifies the caller by the session's cookie, with as many calls as an API key needs.
 * @throws SessionEnded, Forbidden (author inactive or banned)
 */
export async function authenticateSession(cookie: string, { address }: Client): Promise<Caller> {
  const sent = parseCookie(cookie);
  if (!sent) throw new SessionEnded();
  const session = cached.get(sent.id) ?? (await readSession(sent));
  if (session.author_id !== sent.author_id || !isSameHash(session.hash, sent.hash)) throw new SessionEnded();
  const author = (await Authors.known([session.author_id])).get(session.author_id);
  if (!author) throw new SessionEnded();
  // The cached session may be older than its last use, or than the new password that it gave its author.
  if (hasEnded(session, author) && hasEnded(await readSession(sent), author)) throw new SessionEnded();
  if (author.status !== 'active') throw new Forbidden(`The author of this session is ${author.status}`);
  await recordUse(session, address);
  const caller = toCaller({ id: session.id, permissions: null }, author);
  const { created_ts: signedInTs, method: signInMethod } = session;
  const lacksFactor = isSingleFactor(signInMethod) && needsSecondFactor(author);
  return {
    ...{ ...caller, isSession: true, signedInTs, signInMethod },
    ...(lacksFactor && { mustEnrol: true }),
  };
}

/** Reads a session. The read is consistent, so that a new session works at once and an ended one doesn't. @throws SessionEnded */
async function readSession({ author_id, id }: Pick<Session, 'author_id' | 'id'>): Promise<Session> {
  const item = await getItem(sessionKey(author_id, id), { consistent: true });
  if (!item) throw new SessionEnded();
  const session = v.parse(Session, item);
  cached.set(id, session);
  return session;
}

/** Records a session's use, with one write in each interval. A failure doesn't fail the request. */
async function recordUse(session: Session, address: string): Promise<void> {
  const used_ts = nowTs();
  if (used_ts < session.used_ts + USE_INTERVAL_S) return;
  const used = { ...session, used_ts, address };
  cached.set(session.id, used);
  // The condition fails when the session was ended in the meantime, because its item no longer exists.
  const isLater = { expression: 'used_ts < :used' };
  const update = {
    UpdateExpression: 'SET used_ts = :used, address = :address, expires = :expires',
    ExpressionAttributeValues: { ':used': used_ts, ':address': address, ':expires': computeEnd(used) },
  };
  await updateIf(isLater, sessionKey(session.author_id, session.id), update).catch((error: unknown) =>
    logError('session use not recorded', error),
  );
}
