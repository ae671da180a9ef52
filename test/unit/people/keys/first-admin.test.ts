import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Authors, type AuthorRecord } from '../../../../shared/people/authors/record.ts';
import { createAuthor, editAuthor, restoreAuthor } from '../../../../shared/people/authors/write.ts';
import { Unavailable } from '../../../../shared/platform/core/errors.ts';
import { claimedForms } from '../../../../shared/platform/values/unique-text.ts';
import { ensureAdminKey, replaceFirstAdmin } from '../../../../shared/people/keys/first-admin.ts';
import { ApiKeys, hashKey, lookupKey } from '../../../../shared/people/keys/record.ts';
import { deleteKey } from '../../../../shared/people/keys/write.ts';
import { OUTBOX_PARTITIONS } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { uniqueKey } from '../../../../shared/platform/store/records/unique.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../support/aws/faults.ts';
import { hurryAttempts, restoreClock } from '../../../support/time/clock.ts';
import { allItems } from '../../../support/table/table.ts';

useEngines();

const NEXT_ID = 7001;
const NAMES = { first_name: 'Ada', last_name: 'West' };
let name = '';
let key = '';
let email = '';
let first = 0;

beforeEach(async () => {
  name = `admin ${randomUUID()}`;
  key = randomUUID();
  email = `Admin-${key}@example.com`;
  first = await ensureAdminKey(key, { name, email });
});

afterEach(restoreClock);

/** The author of an export who has the name of the first administrator. */
async function exported(id: number, email: string | null): Promise<AuthorRecord> {
  const { value } = await Authors.read(first, { consistent: true });
  return { ...value, id, email, first_name: 'Ada', created_ts: 1_600_000_000 };
}

/** Where the past stays: the feed of changes keeps a day, the audit trail a year. */
const HISTORY = /^(?:CHANGES|AUDIT)#/;

/** The items of the table that name a deleted author, except jobs that are still to run, and what says who did what. */
async function traces(id: number): Promise<unknown[]> {
  const others = (await allItems()).filter(
    ({ pk }) => !OUTBOX_PARTITIONS.includes(String(pk)) && !HISTORY.test(String(pk)),
  );
  return others.filter(item => JSON.stringify(item).includes(String(id)));
}

describe('ensureAdminKey()', () => {
  it('gives the key to a new administrator when its author was lost', async () => {
    const lost = await Authors.read(first, { consistent: true });
    const transaction = new Transaction().delete(Authors.key(first));
    for (const form of claimedForms(name)) transaction.delete(uniqueKey('author_name', form));
    await transaction.commit();
    Authors.forget(first);

    const next = await ensureAdminKey(key, { name, email: `next-${key}@example.com` });

    expect(next).not.toBe(lost.value.id);
    expect(await getItem(lookupKey(hashKey(key)), { consistent: true })).toMatchObject({ author_id: next });
    const keys = (await allItems()).filter(
      ({ pk, data }) => pk === ApiKeys.declared.pk && String(data).includes(hashKey(key)),
    );
    expect(keys).toHaveLength(1);
  });
});

describe('replaceFirstAdmin()', () => {
  it('gives the keys, the name, the email and the password to the exported author', async () => {
    await new Transaction().put({ ...Authors.otherKey(first, 'password'), hash: 'hash' }).commit();
    await replaceFirstAdmin(first, await exported(NEXT_ID, null));

    expect((await Authors.read(NEXT_ID, { consistent: true })).value).toMatchObject({
      name,
      first_name: 'Ada',
      email,
    });
    expect(await Authors.idsBy('author_name', [name], { consistent: true })).toEqual([NEXT_ID]);
    expect(await getItem(lookupKey(hashKey(key)), { consistent: true })).toMatchObject({
      author_id: NEXT_ID,
    });
    expect(await getItem(Authors.otherKey(NEXT_ID, 'password'), { consistent: true })).toMatchObject({
      hash: 'hash',
    });
    expect(await getItem(Authors.key(first), { consistent: true })).toBeUndefined();
    expect(await traces(first)).toEqual([]);
    await editAuthor(NEXT_ID, { ...NAMES, email: 'next@example.com' }, ADMIN, undefined);
    await expect(
      createAuthor({ first_name: 'A', last_name: 'B', email: email.toLowerCase() }, ADMIN),
    ).resolves.toBeDefined();
  });

  it('releases the first administrator’s email when the exported author has another', async () => {
    await editAuthor(first, { ...NAMES, email: 'old@example.com' }, ADMIN, undefined);
    await replaceFirstAdmin(first, await exported(NEXT_ID + 1, 'own@example.com'));

    expect((await Authors.read(NEXT_ID + 1, { consistent: true })).value.email).toBe('own@example.com');
    await expect(
      createAuthor({ first_name: 'A', last_name: 'B', email: 'OWN@example.com' }, ADMIN),
    ).rejects.toThrow(/email/);
    await expect(
      createAuthor({ first_name: 'A', last_name: 'B', email: 'old@example.com' }, ADMIN),
    ).resolves.toBeDefined();
    expect(await traces(first)).toEqual([]);
  });
});

describe('replaceFirstAdmin() at the same time as another request', () => {
  const between = (others: () => unknown, author: AuthorRecord) =>
    withFaults(beforeFirst('TransactWriteItemsCommand', others), () => replaceFirstAdmin(first, author));

  it('keeps the email that the first administrator gets', async () => {
    await editAuthor(first, { ...NAMES, email: null }, ADMIN, undefined);
    const author = await exported(NEXT_ID + 2, null);
    const edited = { ...NAMES, email: `new-${email}` };
    await between(() => editAuthor(first, edited, ADMIN, undefined), author);
    expect((await Authors.read(author.id, { consistent: true })).value.email).toBe(edited.email);
  });

  it('leaves a key revoked', async () => {
    const author = await exported(NEXT_ID + 3, null);
    const id = Number((await getItem(lookupKey(hashKey(key)), { consistent: true }))?.id);
    await between(() => deleteKey(id, ADMIN), author);
    expect(await getItem(lookupKey(hashKey(key)), { consistent: true })).toBeUndefined();
    expect(await getItem(ApiKeys.key(id), { consistent: true })).toBeUndefined();
  });

  it('leaves the name to another author who has taken it', async () => {
    const author = await exported(NEXT_ID + 5, null);
    await editAuthor(first, { ...NAMES, name: `renamed ${key}` }, ADMIN, undefined);
    const other = (await createAuthor({ name, first_name: 'A', last_name: 'B' }, ADMIN)).value.id;
    hurryAttempts();
    await expect(replaceFirstAdmin(first, author)).rejects.toThrow(Unavailable);
    expect(await Authors.idsBy('author_name', [name], { consistent: true })).toEqual([other]);
  });

  it('never replaces another author with the exported id', async () => {
    const author = await exported(NEXT_ID + 4, null);
    const other = { ...author, name: `other ${key}`, email: null };
    const restore = async () => {
      await restoreAuthor(other);
      hurryAttempts();
    };
    await expect(between(restore, author)).rejects.toThrow(Unavailable);
    expect((await Authors.read(author.id, { consistent: true })).value.name).toBe(other.name);
  });
});
