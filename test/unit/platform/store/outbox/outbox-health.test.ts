import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { nowTs } from '../../../../../shared/platform/core/clock.ts';
import { outboxHealth } from '../../../../../shared/platform/store/outbox/outbox-health.ts';
import {
  BACKLOG_PARTITIONS,
  dueAt,
  readItemName,
  OUTBOX_PARTITIONS,
  outboxItem,
  toItem,
  withDueTime,
} from '../../../../../shared/platform/store/outbox/outbox-item.ts';
import {
  dueItems,
  failingItems,
  processItem,
  processItems,
} from '../../../../../shared/platform/store/outbox/outbox.ts';
import { restoreClock, stopClock } from '../../../../support/time/clock.ts';
import { mockDatabase } from '../../../../support/aws/mock-database.ts';

const table = mockDatabase();
beforeEach(() => stopClock());
afterEach(restoreClock);

describe('outboxHealth()', () => {
  /** Lets a partition have these items, which are due in so many seconds. */
  const found = (pk: string, ...items: [dueInS: number, attempts: number][]) => {
    const Items = items.map(([dueInS, attempts]) =>
      toItem({ ...outboxItem('kind', {}, dueInS, pk), attempts }),
    );
    table.on(QueryCommand, { ExpressionAttributeValues: { ':pk': pk } }).resolves({ Items });
  };
  beforeEach(() => {
    table.on(QueryCommand).resolves({});
  });

  it('returns the age of the oldest due item, and how many items have failed three times', async () => {
    found('OUTBOX', [-50, 0], [-10, 2], [5, 3]);
    found(BACKLOG_PARTITIONS[1]!, [-70, 0], [60, 4]);
    expect(await outboxHealth()).toEqual({ ageS: 70, failing: 2 });
    expect(table.commandCalls(QueryCommand).map(call => call.args[0].input)).toMatchObject(
      OUTBOX_PARTITIONS.map(pk => ({
        Limit: 100,
        ConsistentRead: false,
        ExpressionAttributeValues: { ':pk': pk },
      })),
    );
  });

  it('returns no age when no item is due', async () => {
    expect(await outboxHealth()).toEqual({ ageS: 0, failing: 0 });
    found('OUTBOX', [5, 0]);
    expect(await outboxHealth()).toEqual({ ageS: 0, failing: 0 });
  });
});

it('dueItems() and failingItems() read consistently', async () => {
  table.on(QueryCommand).resolves({});
  await dueItems();
  await failingItems();
  const inputs = table.commandCalls(QueryCommand).map(call => call.args[0].input);
  expect(inputs.map(({ ConsistentRead, Limit }) => [ConsistentRead, Limit])).toEqual([
    [true, 100],
    ...OUTBOX_PARTITIONS.map(() => [true, undefined]),
  ]);
});

describe('the log of the outbox', () => {
  const item = outboxItem('kind', { id: 1 }, 0);
  let log: MockInstance;
  const logged = () => log.mock.calls.map(([line]): unknown => JSON.parse(String(line)));
  beforeEach(() => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    table.on(TransactWriteCommand).rejects(new Error('no table'));
    return () => {
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    };
  });

  it('names a failed job, and a failure that could not be recorded', async () => {
    await processItem(item, () => Promise.reject(new Error('broken')));
    const fields = { level: 'error', kind: 'kind', id: item.sk, attempts: 1 };
    expect(logged()).toMatchObject([
      { ...fields, message: 'outbox job failed', error: { message: 'broken' } },
      { ...fields, message: 'outbox failure not recorded', error: { message: 'no table' } },
    ]);
  });

  it('reports that items could not be removed', async () => {
    await processItems([item], () => Promise.resolve());
    expect(logged()).toMatchObject([{ message: 'outbox items not removed', error: { message: 'no table' } }]);
  });

  it('reports that jobs failed together', async () => {
    await processItems([item], () => Promise.reject(new Error('broken')));
    expect(logged()[0]).toEqual({
      level: 'debug',
      message: 'outbox jobs failed together',
      count: 1,
      error: 'Error: broken',
    });
  });
});

describe('an outbox item', () => {
  it('is due when the lease of its request expires', () => {
    expect(dueAt(outboxItem('kind', {}))).toBe(nowTs() + 30);
    expect(dueAt(outboxItem('kind', {}, 0))).toBe(nowTs());
  });

  it('keeps its name and its job when its due time changes', () => {
    const item = outboxItem('kind', { id: 1 });
    const moved = withDueTime(5, item);
    expect(moved).toEqual({ ...item, sk: moved.sk });
    expect([dueAt(moved), readItemName(moved)]).toEqual([5, readItemName(item)]);
    expect(readItemName(item)).toMatch(/^[0-9a-f]{8}$/);
    expect(readItemName(item)).not.toBe(readItemName(outboxItem('kind', { id: 1 })));
  });
});
