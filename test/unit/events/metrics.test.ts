import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { handler as publisher } from '../../../functions/events/publisher.ts';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { schedulePost } from '../../../shared/posts/publishing/schedule.ts';
import { outboxHealth } from '../../../shared/platform/store/outbox/outbox-health.ts';
import { BACKLOG_PARTITIONS, outboxItem, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { ADMIN, makePost, useEngines } from '../../support/aws/engines.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { allItems } from '../../support/table/table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';

useEngines();

const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
/** The values of the metrics that were written, in order. */
function measured(): Record<string, number>[] {
  return lines.mock.calls
    .map(([line]) => JSON.parse(String(line)))
    .filter(line => '_aws' in line)
    .map(({ _aws, service: _service, ...values }) => values);
}

const context = { getRemainingTimeInMillis: () => 300_000 };

beforeEach(async () => {
  Object.assign(process.env, { SERVICE: 'broadsheet-test', LOG_LEVEL: 'silent' });
  for (const { pk, sk } of (await allItems()).filter(({ pk }) => String(pk).startsWith('OUTBOX')))
    await new Transaction().delete({ pk: String(pk), sk: String(sk) }).commit();
  lines.mockClear();
});
afterEach(() => {
  restoreClock();
  delete process.env.SERVICE;
});

function put(attempts: number) {
  return new Transaction().put(toItem({ ...outboxItem('no such job', {}, 0), attempts })).commit();
}

/** @returns the id of a draft scheduled for `at` */
async function scheduled(at: number): Promise<number> {
  const { id } = (await makePost({}, 'draft')).value;
  await schedulePost(id, at, ADMIN, undefined);
  return id;
}

it('the sweep reports the age and the failing items of the outbox as they were before it', async () => {
  stopClock();
  await put(0);
  await put(3);
  stopClock(100);
  await sweep({}, context);

  expect(measured()).toContainEqual({ OutboxAge: 100, OutboxFailing: 1 });
  expect(measured()).toContainEqual({ OverdueSchedules: 0 });
});

it('outboxHealth() counts a failing item that is not due yet', async () => {
  stopClock();
  await put(5);

  expect(await outboxHealth()).toEqual({ ageS: 0, failing: 1 });
  expect(await outboxHealth(nowTs() - 600)).toEqual({ ageS: 0, failing: 1 });
});

it('outboxHealth() includes the backlog of the search index', async () => {
  stopClock();
  const item = { ...outboxItem('no such job', {}, 0, BACKLOG_PARTITIONS[3]), attempts: 3 };
  await new Transaction().put(toItem(item)).commit();

  expect(await outboxHealth(nowTs() + 600)).toEqual({ ageS: 600, failing: 1 });
});

it('an idle sweep makes the reads that the cost calculation assumes', async () => {
  // The first sweep of a process compares the settings with the roles that are recorded.
  await sweep({}, context);
  const calls: string[] = [];
  await withFaults(
    command => {
      calls.push(command);
    },
    () => sweep({}, context),
  );

  // Five of the outbox and its backlog, the same for their age, seven of due posts, staged changes, removed posts, views, thumbnails, revisions and autosaves, and three
  // of the posts that are not published, with the progress of entering and of indexing them.
  expect([...calls].sort()).toEqual([...Array(3).fill('GetItemCommand'), ...Array(21).fill('QueryCommand')]);
});

it('the publisher and the sweep report how late a post was published', async () => {
  stopClock();
  const at = nowTs() + 60;
  await scheduled(at);
  stopClock(62);
  await publisher({ Records: [{ messageId: 'm', body: JSON.stringify({ at }) }] });
  await scheduled(nowTs() + 1);
  stopClock(20);
  await sweep({}, context);
  const late = measured().flatMap(({ PublishLateness }) => PublishLateness ?? []);

  expect(late).toEqual([2, 19]);
});

it('the sweep counts the posts that it could not publish', async () => {
  await scheduled(nowTs() + 60);
  stopClock(70);
  const noWrites = (command: string): void => {
    if (command.startsWith('TransactWrite')) throw new Error('bad luck');
  };
  await withFaults(noWrites, () => sweep({}, context));
  await sweep({}, context);

  expect(measured().flatMap(({ OverdueSchedules }) => OverdueSchedules ?? [])).toEqual([1, 0]);
});
