import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { handler } from '../../../functions/events/publisher.ts';
import { sweepSchedules } from '../../../shared/posts/publishing/jobs/sweep.ts';
import { CANCELLATION, outboxItem, toItem } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { eventually } from '../../support/api/api.ts';
import { makePost } from '../../support/aws/engines.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { drain, waiting } from '../../support/table/outbox.ts';
import { stopClock } from '../../support/time/clock.ts';
import { usePublisher } from '../../support/workers/publisher.ts';
import { messages, read, schedule } from '../../support/workers/scheduled.ts';

const sent = usePublisher();

function planned(at: number) {
  return {
    status: 'published' as const,
    created_ts: at,
    scheduled_at: null,
    scheduled_by: null,
  };
}

describe('recovery after a crash', () => {
  const noQueue = (command: string): void => {
    if (command === 'SendMessageCommand') throw new Error('SQS is down');
  };

  it('publishes an overdue post by the sweep, once, and reports how late, when no message was sent', async () => {
    stopClock();
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 60;
    await withFaults(noQueue, () => schedule(id, at));
    stopClock(75);
    expect(await sweepSchedules(() => false)).toMatchObject({ published: 1, latestS: 15 });
    expect(await sweepSchedules(() => false)).toMatchObject({ published: 0 });
    expect(await read(id)).toMatchObject(planned(at));
  });

  it('publishes by the sweep when the publisher died before its transaction', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 60;
    await schedule(id, at);
    stopClock(61);
    const noWrites = (command: string): void => {
      if (command.startsWith('TransactWrite')) throw new Error('the process is dead');
    };
    const answer = await withFaults(noWrites, () => handler(messages(at)));
    expect(answer.batchItemFailures).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'scheduled', scheduled_at: at });
    await sweepSchedules(() => false);
    expect(await read(id)).toMatchObject(planned(at));
  });

  it('publishes the other posts when one fails', async () => {
    stopClock(3600);
    await sweepSchedules(() => false);
    const posts = [];
    for (const seconds of [10, 11, 12]) {
      const { id } = (await makePost({}, 'draft')).value;
      await schedule(id, nowTs() + seconds);
      posts.push(id);
    }
    stopClock(30);
    let failed = false;
    const failsOnce = (command: string): void => {
      if (failed || !command.startsWith('TransactWrite')) return;
      failed = true;
      throw new Error('bad luck');
    };
    expect(await withFaults(failsOnce, () => sweepSchedules(() => false))).toMatchObject({ published: 2 });
    expect(await sweepSchedules(() => false)).toMatchObject({ published: 1 });
    for (const id of posts) expect(await read(id)).toMatchObject({ status: 'published' });
  });
});

describe('an upgrade from a schedule for each post', () => {
  it('publishes on the event of a post’s own schedule', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 100;
    await schedule(id, at);
    stopClock(100);
    sent.length = 0;
    await handler({ id, scheduled_at: at });
    const message = JSON.stringify({ at });
    await eventually(
      () => Promise.resolve(sent),
      all => all.includes(message),
    );
    await handler({ Records: [{ messageId: 'm', body: message }] });
    expect(await read(id)).toMatchObject(planned(at));
  });

  it('completes the stored jobs that deleted such schedules', async () => {
    await new Transaction().put(toItem(outboxItem(CANCELLATION, { id: 1, at: 5 }, 0))).commit();
    await drain();
    expect(await waiting(CANCELLATION)).toEqual([]);
  });
});
