import * as v from 'valibot';
import { ListedAuthors } from '../authors/entries.ts';
import { Authors, type AuthorRecord } from '../authors/record.ts';
import { createAuthor } from '../authors/write.ts';
import { PERMISSIONS } from '../../platform/site/permissions.ts';
import { claimedForms } from '../../platform/values/unique-text.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { hasVersion, isNew } from '../../platform/store/condition.ts';
import { parseRecord, recordItem, type Versioned } from '../../platform/store/records/record.ts';
import { Contention, retryContended } from '../../platform/store/retry.ts';
import { getItem, queryItems } from '../../platform/store/table.ts';
import { entryKey } from '../../platform/store/timeline.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { claimText, listHeldForms, transferClaim, release } from '../../platform/store/records/unique.ts';
import { forgetKey } from './read.ts';
import { ApiKeys, KeyLookup, KeyRecord, lookupKey, hashKey } from './record.ts';
import { putKey, storeKey } from './write.ts';

/** The caller for command lines, which have the AWS account's credentials and run before any author exists. */
export const SYSTEM: Caller = {
  keyId: 0,
  authorId: 0,
  role: 'Administrator',
  permissions: new Set(PERMISSIONS),
  admin: true,
  isNarrowed: false,
};

export interface FirstAdmin {
  name: string;
  email?: string | undefined;
}

/** Creates the administrator unless there is an author of this name. @returns the author's id */
export async function ensureAdministrator({ name, email }: FirstAdmin): Promise<number> {
  const [known] = await Authors.idsBy('author_name', [name], { consistent: true });
  return known ?? (await createAuthor({ name, email, role: 'Administrator' }, SYSTEM)).value.id;
}

/**
 * Ensures that an administrator of this name exists and has this key. This also repairs a key whose author a damaged disk has lost, because such
 * a key is refused. A repeated call changes nothing.
 */
export async function ensureAdminKey(key: string, { name, email }: FirstAdmin): Promise<number> {
  const author = await ensureAdministrator({ name, email });
  const item = await getItem(lookupKey(hashKey(key)), { consistent: true });
  const lookup = item && v.parse(KeyLookup, item);
  if (lookup && (await getItem(Authors.key(lookup.author_id), { consistent: true }))) return author;
  if (lookup) await new Transaction().delete(ApiKeys.key(lookup.id)).commit();
  await storeKey(key, { author_id: author, label: 'first administrator' });
  return author;
}

/**
 * Replaces the first administrator, who was created only to have a key, by an exported author with the same name. One transaction gives the
 * author that administrator's keys, and the email and password where the author has none, so that no key is ever without an author.
 */
export async function replaceFirstAdmin(firstId: number, author: AuthorRecord): Promise<void> {
  const keys = await retryContended(async () => {
    const first = await Authors.read(firstId, { consistent: true });
    const owned = (await everyKey()).filter(({ value }) => value.author_id === firstId);
    const next = { ...author, email: author.email ?? first.value.email };
    const transaction = new Transaction();
    await moveAuthor(transaction, first, next);
    for (const { value, version } of owned) {
      putKey(transaction, { value, version }, { ...value, author_id: author.id });
    }
    await transaction.commit();
    return owned;
  });
  for (const { value } of keys) forgetKey(value);
  Authors.forget(firstId);
}

async function everyKey(): Promise<Versioned<KeyRecord>[]> {
  return (await queryItems({ pk: ApiKeys.declared.pk, consistent: true })).map(item =>
    parseRecord(KeyRecord, item),
  );
}

async function moveAuthor(
  transaction: Transaction,
  { value: first, version }: Versioned<AuthorRecord>,
  next: AuthorRecord,
): Promise<void> {
  const [from, to] = [first.id, next.id];
  const otherwise = () => new Contention('The administrator was changed at the same time');
  transaction.delete(Authors.key(from), hasVersion(version));
  transaction.put(recordItem(Authors.key(to), 1, next), isNew);
  for (const entry of ListedAuthors.toEntries(next)) transaction.put(entryKey(entry));
  for (const entry of ListedAuthors.toEntries(first)) transaction.delete(entryKey(entry));
  transferClaim(transaction, 'author_name', { value: next.name, from, to, otherwise });
  const held = first.email ? await listHeldForms(from, 'email', first.email) : [];
  const kept = held.filter(value => claimedForms(next.email ?? '').includes(value));
  for (const value of held)
    if (kept.includes(value)) transferClaim(transaction, 'email', { value, from, to, otherwise });
    else release(transaction, 'email', value);
  if (kept.length === 0)
    claimText(transaction, 'email', {
      held: [],
      to: next.email === '' ? null : next.email,
      id: to,
      taken: otherwise,
    });
  const passwordKey = Authors.otherKey(from, 'password');
  const password = await getItem(passwordKey, { consistent: true });
  if (password) transaction.put({ ...password, ...Authors.otherKey(to, 'password') }).delete(passwordKey);
}
