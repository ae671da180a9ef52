import * as v from 'valibot';
import { storedData, storedLine, storedText } from '../core/stored-text.ts';
import type { Entry } from '../store/timeline.ts';
import type { Key } from '../store/table.ts';

/** v.record would drop members named `constructor` or `__proto__`, which callers may send and must get back. */
const StoredObject = v.custom<Record<string, unknown>>(value => typeof value === 'object' && value !== null);

export const AuthorStatus = v.picklist(
  ['active', 'inactive', 'banned'],
  'must be active, inactive or banned',
);

/**
 * Access patterns and keys of authors:
 *   by id                AUTHOR#<id> / record        (password hash: AUTHOR#<id> / password, a separate item that no other read contains)
 *   newest first         T#authors / (created_ts, id)
 *   by email, by name    UNIQUE#email#<folded email>, UNIQUE#author_name#<name>: claimed in the same transaction
 * Of two simultaneous creates with one email or name, one commits; the other gets 409, or tries the next generated name. Of two
 * simultaneous edits, one fails on the version, reads again and applies its fields again. Fields with a default are those that clients
 * may set and clear.
 */
export const AuthorRecord = v.object({
  id: v.number(),
  name: v.string(),
  first_name: v.optional(storedLine, ''),
  last_name: v.optional(storedLine, ''),
  email: v.optional(v.nullable(v.string()), null),
  about_html: v.optional(storedText, ''),
  image_id: v.optional(v.nullable(v.number()), null),
  fb_id: v.optional(v.nullable(v.string()), null),
  specific_data: v.optional(storedData(StoredObject), {}),
  role: v.optional(v.string(), 'Guest Editor'),
  status: v.optional(AuthorStatus, 'active'),
  created_ts: v.number(),
  /** How often the author may have lost rights; 0 when absent. What the author shared under an earlier number has ended for good. */
  rights_losses: v.optional(v.number()),
});
export type AuthorRecord = v.InferOutput<typeof AuthorRecord>;

export function authorKey(id: number): Key {
  return { pk: `AUTHOR#${id}`, sk: 'record' };
}

export function passwordKey(id: number): Key {
  return { pk: `AUTHOR#${id}`, sk: 'password' };
}

export const AUTHORS_TIMELINE = 'authors';

export function authorEntry(author: AuthorRecord): Entry {
  return {
    timeline: AUTHORS_TIMELINE,
    ts: author.created_ts,
    id: author.id,
  };
}

export function displayName({
  first_name,
  last_name,
  name,
}: Pick<AuthorRecord, 'first_name' | 'last_name' | 'name'>): string {
  return `${first_name} ${last_name}`.trim() || name;
}
