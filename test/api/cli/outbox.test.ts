import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  readItemName,
  outboxItem,
  toItem,
  type OutboxItem,
} from '../../../shared/platform/store/outbox/outbox-item.ts';
import { lease, processItem } from '../../../shared/platform/store/outbox/outbox.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { PARTNER } from '../../../shared/posts/webhooks/partner.ts';
import { deliveryItem } from '../../../shared/posts/webhooks/queue.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';
import { makePosts, useEngines } from '../../support/aws/engines.ts';
import { drain, waiting } from '../../support/table/outbox.ts';
import { outbox as command } from '../../../infra/cli/outbox.ts';
import { runHere } from '../../support/processes/cli.ts';

useEngines();

/** A kind of job that no worker knows, so that every attempt fails. */
const KIND = 'of-no-kind';

const NO_DELIVERY = 'No delivery to a webhook is failing.\n';

function outbox(...args: string[]) {
  return runHere(command, ['--table', process.env.TABLE_NAME!, ...args]);
}

async function put(job: unknown): Promise<OutboxItem> {
  const item = outboxItem(KIND, job, 0);
  await new Transaction().put(toItem(item)).commit();
  return item;
}

async function fail(job: unknown, times = 1): Promise<string> {
  let item = await put(job);
  for (let time = 0; time < times; time++) {
    await processItem((await lease(item))!, () => Promise.reject(new Error('no\nway')));
    item = (await waiting(KIND)).find(({ sk }) =>
      String(sk).endsWith(readItemName(item)),
    ) as unknown as OutboxItem;
  }
  return readItemName(item);
}

async function attempts(): Promise<unknown[]> {
  return (await waiting(KIND)).map(item => item.attempts).sort();
}

beforeEach(async () => {
  process.env.LOG_LEVEL = 'silent';
  // No job that has failed is due again before its test retries it.
  stopClock();
  for (const { sk } of await waiting(KIND))
    await new Transaction().delete({ pk: 'OUTBOX', sk: String(sk) }).commit();
});

afterEach(restoreClock);

describe('the outbox command', () => {
  it('prints that no job fails when no attempt has failed', async () => {
    await put({ id: 1 });

    expect(await outbox()).toEqual({ code: 0, stdout: `No job is failing.\n${NO_DELIVERY}`, stderr: '' });
  });

  it('lists failing jobs with id, attempts, time of the next attempt, job and last error', async () => {
    const id = await fail({ id: 7 }, 2);
    const { code, stdout } = await outbox('list');
    const [head, row, ...others] = stdout.replace(NO_DELIVERY, '').trim().split('\n');

    expect(code).toBe(0);
    expect(head).toMatch(/^id +failed +next try +kind +job +last error$/);
    expect(row).toMatch(
      new RegExp(`^${id} +2× +20\\d\\d-\\d\\d-\\d\\dT[\\d:]{8}Z +${KIND} +{"id":7} +Error: no way$`),
    );
    expect(others).toEqual([]);
  });

  it('counts the jobs in the backlog of the search index', async () => {
    await makePosts(3, { headline: 'archive', created_ts: 1_600_000_000 });

    expect((await outbox()).stdout).toContain(`${NO_DELIVERY}In the backlog of the search index: 3.\n`);
    await drain();
    expect((await outbox()).stdout).toBe(`No job is failing.\n${NO_DELIVERY}`);
  });

  it('lists deliveries to webhooks that are retried or have failed, and no other', async () => {
    const attempt = { ts: 1_800_000_000, http_status: 500, error: 'answered with an error', duration_ms: 5 };
    const delivery = { action: 'post_edit', post_id: 7, user_id: 1, created_ts: 1_800_000_000 } as const;
    const others = [
      { id: 11, state: 'pending', attempts: [attempt], next_attempt_ts: 1_800_000_060 },
      {
        id: 12,
        state: 'failed',
        attempts: [attempt, { ...attempt, http_status: null }],
        next_attempt_ts: null,
      },
      { id: 13, state: 'delivered', attempts: [attempt], next_attempt_ts: null },
      { id: 14, state: 'pending', attempts: [], next_attempt_ts: 1_800_000_060 },
    ] as const;
    const transaction = new Transaction();
    for (const other of others)
      transaction.put(deliveryItem(PARTNER, { ...delivery, ...other, attempts: [...other.attempts] }));
    await transaction.commit();

    const lines = (await outbox()).stdout.trim().split('\n');

    expect(lines.map(line => line.split(/ {2,}/))).toEqual([
      ['No job is failing.'],
      ['webhook', 'delivery', 'failed', 'next try', 'action', 'post', 'last error'],
      ['0', '12', '2×', 'none', 'post_edit', '7', 'answered with an error'],
      ['0', '11', '1×', '2027-01-15T08:01:00Z', 'post_edit', '7', '500 answered with an error'],
    ]);
  });

  it('makes one job due now under the same id and leaves the others', async () => {
    const [id] = [await fail({ id: 1 }), await fail({ id: 2 })];

    expect(await outbox('retry', id)).toMatchObject({ code: 0, stdout: 'Due now: 1.\n' });
    await drain();
    expect(await attempts()).toEqual([1, 2]);
    expect((await outbox()).stdout).toMatch(new RegExp(`\n${id} +2×`));
  });

  it('makes all jobs due now with --all, also when it is repeated', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, id) => fail({ id })));

    expect((await outbox('retry', '--all')).stdout).toBe('Due now: 60.\n');
    expect((await outbox('retry', '--all')).stdout).toBe('Due now: 60.\n');
    await drain();
    expect(await attempts()).toEqual(Array.from({ length: 60 }, () => 2));
  });

  it('names the jobs that do not exist and makes the others due', async () => {
    const id = await fail({ id: 1 });

    expect(await outbox('retry', id, '0badcafe')).toEqual({
      code: 1,
      stdout: 'Due now: 1.\n',
      stderr: 'Not failing, or already completed: 0badcafe.\n',
    });
  });

  it('neither loses nor duplicates jobs that workers lease at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, id) => fail({ id })));
    const [retried] = await Promise.all([outbox('retry', '--all'), drain(), drain()]);
    await drain();

    expect(retried.code).toBe(0);
    expect(await attempts()).toHaveLength(20);
  });

  it.each([
    ['another command', ['drop'], /^drop is neither list nor retry/],
    ['a retry of nothing', ['retry'], /^Which jobs\? Give their ids, or --all/],
    ['ids to list', ['list', 'abc'], /^Only retry takes ids or --all/],
    ['all and some', ['retry', 'abc', '--all'], /^Give ids or --all, not both/],
  ])('exits with 2 and prints its usage after %s', async (_case, args, message) => {
    const { code, stderr } = await outbox(...args);

    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/\nUsage: npm run outbox/);
  });
});
