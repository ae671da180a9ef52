import * as v from 'valibot';
import { Authors } from '../authors/record.ts';
import { Forbidden, NotFound } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { queryItems } from '../../platform/store/table.ts';
import { computeEnd, hasEnded, Session, sessionKey, SignInMethod } from './record.ts';

/** A session in an answer, without its secret. The last use is up to a quarter of an hour old. */
export const ShownSession = v.object({
  id: v.number(),
  author_id: v.number(),
  device: v.string(),
  /** How its author signed in. */
  method: SignInMethod,
  address: v.string(),
  created_ts: v.number(),
  last_used_ts: v.number(),
  expires_ts: v.number(),
  /** Whether it is the session of this request. */
  is_current: v.boolean(),
});
export type ShownSession = v.InferOutput<typeof ShownSession>;

export function presentSession(session: Session, currentId: number): ShownSession {
  const { id, author_id, device, method, address, created_ts, used_ts } = session;
  return {
    ...{ id, author_id, device, method, address, created_ts },
    last_used_ts: used_ts,
    expires_ts: computeEnd(session),
    is_current: id === currentId,
  };
}

/** Reads the caller's own sessions that have not ended. @throws Forbidden */
export async function readOwnSessions(caller: Caller): Promise<Session[]> {
  refuseNarrowedKey(caller);
  const { authorId } = caller;
  const [from, to] = [sessionKey.sortKey(authorId, 0), sessionKey.sortKey(authorId, Number.MAX_SAFE_INTEGER)];
  return await parseUnended(
    await queryItems({ pk: sessionKey.partition(), between: [from, to], consistent: true }),
  );
}

/** Reads the sessions that a caller may see and end: its own, or all of them for an administrator. @throws Forbidden */
async function readVisibleSessions(caller: Caller): Promise<Session[]> {
  if (!caller.admin) return await readOwnSessions(caller);
  return await parseUnended(await queryItems({ pk: sessionKey.partition(), consistent: true }));
}

/** A key with narrowed permissions may not see or end its author's sessions. @throws Forbidden */
function refuseNarrowedKey({ isNarrowed }: Caller): void {
  if (isNarrowed) throw new Forbidden('A narrowed key has no access to sessions');
}

async function parseUnended(items: readonly object[]): Promise<Session[]> {
  const sessions = v.parse(v.array(Session), items);
  const authors = await Authors.known(sessions.map(({ author_id }) => author_id));
  return sessions.filter(session => {
    const author = authors.get(session.author_id);
    return author !== undefined && !hasEnded(session, author);
  });
}

/** Lists the sessions that the caller may see, newest first. @throws Forbidden */
export async function listSessions(caller: Caller): Promise<ShownSession[]> {
  const sessions = await readVisibleSessions(caller);
  const currentId = caller.isSession ? caller.keyId : 0;
  return sessions.sort((a, b) => b.id - a.id).map(session => presentSession(session, currentId));
}

/** @throws NotFound, Forbidden */
export async function findSession(id: number, caller: Caller): Promise<Session> {
  // A session that must enrol a second factor first can find, and so end, only itself.
  const seen = caller.mustEnrol ? await readOwnSessions(caller) : await readVisibleSessions(caller);
  const found = seen.find(session => session.id === id && (!caller.mustEnrol || id === caller.keyId));
  if (!found) throw new NotFound(`There is no session with the id ${id}`);
  return found;
}
