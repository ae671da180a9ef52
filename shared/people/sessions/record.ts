import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { AuthorRecord } from '../authors/record.ts';
import { hashKey, USE_INTERVAL_S } from '../keys/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { DAY_S, HOUR_S } from '../../platform/core/durations.ts';
import { MAX_SESSION_DAYS } from '../../platform/site/sign-in-schema.ts';
import { site } from '../../platform/site/site.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import type { Item } from '../../platform/store/table.ts';

/**
 * A session is like an API key with all of its author's permissions, but it expires, and its secret is in a cookie.
 *   all            SESSIONS / <author>#<session> {id, author_id, hash, password_changes, created_ts, used_ts, address, device, expires}
 *   of an author   the sort keys that begin with the author
 * The cookie has author, id and secret, so a request reads its session by key, as it reads an API key. Only the secret's hash is stored.
 * A sign-in puts the item with a new secret, and nothing else creates one: what updates it requires that it exists, so a session that is
 * ended during a request stays ended. A new password ends sessions without writing them: each has the author's `password_changes` of the
 * record that its sign-in read before it compared the password. The session that changed the password gets the new number in the same
 * transaction. So no sign-in with the old password, however late it commits, begins a session that counts. Readers judge the time themselves,
 * because DynamoDB deletes expired items late.
 */
export const sessionKey = itemKey('SESSIONS', '<author>#<session>', 'session', MAX_SESSION_DAYS * DAY_S);

export const SignInMethod = v.picklist(['password', 'passkey', 'recovery_code', 'single_sign_on']);

export const Session = v.object({
  id: v.number(),
  author_id: v.number(),
  hash: v.string(),
  password_changes: v.number(),
  created_ts: v.number(),
  used_ts: v.number(),
  address: v.string(),
  device: v.string(),
  /** How the author signed in. Sessions of earlier versions lack it: they began with a password. */
  method: v.optional(SignInMethod, 'password'),
});
export type Session = v.InferOutput<typeof Session>;

export function sessionItem(session: Session): Item {
  const { author_id, id } = session;
  return { ...sessionKey(author_id, id), ...session, expires: computeEnd(session) };
}

export function maxAgeS(): number {
  return site().signIn.maxDays * DAY_S;
}

/**
 * Computes when a session ends unless it is used again, in Unix seconds. It may outlast the idle time by the interval in which uses are
 * written.
 */
export function computeEnd({ created_ts, used_ts }: Pick<Session, 'created_ts' | 'used_ts'>): number {
  return Math.min(used_ts + site().signIn.idleHours * HOUR_S + USE_INTERVAL_S, created_ts + maxAgeS());
}

/** Whether a session has ended. `author` may be an older record than the session's: the session then began after a new password. */
export function hasEnded(session: Session, author: AuthorRecord): boolean {
  return nowTs() >= computeEnd(session) || session.password_changes < (author.password_changes ?? 0);
}

/** Returns the value of the session's cookie. */
export function toCookie({ author_id, id }: Pick<Session, 'author_id' | 'id'>, secret: string): string {
  return `${author_id}.${id}.${secret}`;
}

const COOKIE = /^(\d{1,16})\.(\d{1,16})\.([0-9a-f]{64})$/;

/** Parses a cookie's value and hashes its secret; undefined when the value has another form. */
export function parseCookie(value: string) {
  const [, author, id, secret = ''] = COOKIE.exec(value) ?? [];
  return author === undefined
    ? undefined
    : { author_id: Number(author), id: Number(id), hash: hashKey(secret) };
}

/** Whether two hashes are equal, in a time that doesn't depend on where they differ. */
export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
