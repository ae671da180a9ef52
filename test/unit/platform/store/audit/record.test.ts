import * as v from 'valibot';
import { afterEach, expect, it } from 'vitest';
import { nowTs } from '../../../../../shared/platform/core/clock.ts';
import { Unavailable } from '../../../../../shared/platform/core/errors.ts';
import { actAsProcess } from '../../../../../shared/platform/store/audit/actor.ts';
import { AuditEntry, auditKey, listMonths } from '../../../../../shared/platform/store/audit/entry.ts';
import { recordAction, recordAlone, recordWrite } from '../../../../../shared/platform/store/audit/record.ts';
import type { Layer } from '../../../../../shared/platform/store/layers.ts';
import { putItem } from '../../../../../shared/platform/store/put.ts';
import { queryItems } from '../../../../../shared/platform/store/table.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { toMonth } from '../../../../../shared/platform/values/dates.ts';
import { useEngines } from '../../../../support/aws/engines.ts';
import { withLayer } from '../../../../support/aws/with-layer.ts';
import { hurryAttempts, restoreClock } from '../../../../support/time/clock.ts';

useEngines();
afterEach(restoreClock);

const Item = v.looseObject({ pk: v.string(), sk: v.string() });
const Input = v.union([
  v.object({ TransactItems: v.tuple([v.object({ Put: v.object({ Item }) })]) }),
  v.object({ Item }),
]);

/** Puts another entry under the key of an entry, just before it is put itself. */
function takeKey(): Layer {
  let isDone = false;
  return async ({ input }, next) => {
    if (!isDone) {
      isDone = true;
      const parsed = v.parse(Input, input);
      const { Item: item } = 'Item' in parsed ? parsed : parsed.TransactItems[0].Put;
      await putItem({ ...item, action: 'earlier' });
    }
    return await next();
  };
}

async function readEntries(): Promise<AuditEntry[]> {
  const items = await queryItems({ pk: auditKey.partition(toMonth(nowTs())), consistent: true });
  return v.parse(v.array(AuditEntry), items);
}

async function lastActions(count: number): Promise<string[]> {
  return (await readEntries()).slice(-count).map(({ action }) => action);
}

it('adds no entry with a transaction under the key of an earlier one', async () => {
  hurryAttempts();
  const transaction = new Transaction();
  recordAction(transaction, { action: 'post.share', id: 1 });

  await expect(withLayer(takeKey(), () => transaction.commit())).rejects.toThrow(Unavailable);
  expect(await lastActions(1)).toEqual(['earlier']);
});

it('adds no entry of its own under the key of an earlier one, and throws nothing', async () => {
  await withLayer(takeKey(), () => recordAlone({ action: 'site.export', id: null }));

  expect(await lastActions(1)).toEqual(['earlier']);
});

it('names the process, and of an edit the changed fields without those that it only counts', async () => {
  const before = { id: 3, name: 'a', email: 'b', tags: ['x'], updated_ts: 1, password_changes: 0 };
  const after = { ...before, name: 'c', tags: ['y'], updated_ts: 2, password_changes: 1 };
  const transaction = new Transaction();
  actAsProcess('sweep', () => recordWrite(transaction, 'author', { before, after, others: ['password'] }));
  await transaction.commit();

  expect((await readEntries()).at(-1)).toEqual({
    id: expect.stringMatching(/^\d+-[0-9a-f]{8}$/),
    created_ts: expect.any(Number),
    actor: 'process',
    author_id: null,
    key_id: null,
    process: 'sweep',
    address: null,
    action: 'author.edit',
    resource: 'author',
    resource_id: 3,
    fields: ['name', 'tags', 'password'],
    request_id: null,
  });
});

it('lists the months between two times, the latest first, both times included', () => {
  const toTs = (text: string): number => Date.parse(text) / 1000;

  expect(listMonths(toTs('2026-01-31T23:59:59Z'), toTs('2026-03-01T00:00:00Z'))).toEqual([
    '2026-03',
    '2026-02',
    '2026-01',
  ]);
  expect(listMonths(5, 4)).toEqual([]);
});
