import { expect, it } from 'vitest';
import { keepAdministrator } from '../../../../shared/people/authors/last-administrator.ts';
import { Authors } from '../../../../shared/people/authors/record.ts';
import { createAuthor, editAuthor } from '../../../../shared/people/authors/write.ts';
import { Conflict } from '../../../../shared/platform/core/errors.ts';
import { Contention } from '../../../../shared/platform/store/retry.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { putNext } from '../../../../shared/platform/store/records/update-record.ts';
import { ADMIN, useEngines } from '../../../support/aws/engines.ts';

useEngines();

/** Begins a demotion: everything up to its commit. */
async function beginDemotion(id: number, callerId: number): Promise<Transaction> {
  const current = await Authors.read(id, { consistent: true });
  const after = { ...current.value, role: 'Editor' };
  const transaction = new Transaction();
  await keepAdministrator(transaction, { before: current.value, after, callerId });
  putNext(transaction, Authors.key(id), { current, next: after });
  return transaction;
}

it('keepAdministrator() lets only one of two simultaneous demotions of the last two commit', async () => {
  const create = async (name: string) =>
    (await createAuthor({ name, role: 'Administrator' }, ADMIN)).value.id;
  const [first, second] = [await create('first'), await create('second')];
  for (let page = 0; page < 101; page++)
    await createAuthor({ name: `reader-${page}`, role: 'Reader' }, ADMIN);

  const one = await beginDemotion(first, second);
  const other = await beginDemotion(second, 12);
  await one.commit();
  await expect(other.commit()).rejects.toThrow(Contention);
  await expect(beginDemotion(second, second)).rejects.toThrow(Conflict);

  const third = await create('third');
  await editAuthor(second, { first_name: 'A', last_name: 'B', role: 'Reader' }, ADMIN, undefined);
  expect((await Authors.read(third, { consistent: true })).value.role).toBe('Administrator');
});
