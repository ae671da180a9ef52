import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/events/publisher.ts';
import { nowMs, nowTs } from '../../../shared/platform/core/clock.ts';
import { makePosition } from '../../../shared/platform/values/position.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import type { PostRecord } from '../../../shared/posts/record/record.ts';
import { purgeRemoved } from '../../../shared/posts/publishing/jobs/purge.ts';
import { removePost } from '../../../shared/posts/publishing/remove.ts';
import { publishDue } from '../../../shared/posts/publishing/jobs/publish-due.ts';
import { unschedulePost } from '../../../shared/posts/publishing/schedule.ts';
import { toMinute } from '../../../shared/platform/schedule/times.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { eventually } from '../../support/api/api.ts';
import { ADMIN, makePost } from '../../support/aws/engines.ts';
import { stopClock, stopClockAt } from '../../support/time/clock.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { usePublisher } from '../../support/workers/publisher.ts';
import { act, hasSchedule, messages, read, schedule } from '../../support/workers/scheduled.ts';

const sent = usePublisher();

interface Story {
  /** What is done to a draft that is scheduled for `at`. */
  before?: (id: number, at: number) => Promise<unknown>;
  /** Seconds from `at` at which the publisher is invoked. */
  invokedAt: number[];
  /** Seconds from `at` for which the first message was sent; the others were for `at`. */
  firstFor?: number;
  then: (at: number) => Partial<PostRecord> | undefined;
}
function unscheduled(status: PostRecord['status']) {
  return () => ({ status, scheduled_at: null });
}

function planned(at: number) {
  return {
    status: 'published' as const,
    created_ts: at,
    scheduled_at: null,
    scheduled_by: null,
  };
}

const stories: Record<string, Story> = {
  'on time': { invokedAt: [0], then: planned },
  twice: { invokedAt: [0, 1], then: planned },
  'an hour late': { invokedAt: [3600], then: planned },
  'far too early': { invokedAt: [-600], then: at => ({ status: 'scheduled', scheduled_at: at }) },
  'after unscheduling': {
    before: id => unschedulePost(id, ADMIN, undefined),
    invokedAt: [0],
    then: unscheduled('draft'),
  },
  'after a move to a later time': {
    before: (id, at) => schedule(id, at + 500),
    invokedAt: [0, 499],
    then: at => ({ status: 'scheduled', scheduled_at: at + 500 }),
  },
  'after a move to an earlier time': {
    before: (id, at) => schedule(id, at - 50),
    invokedAt: [-50, 0],
    firstFor: -50,
    then: at => planned(at - 50),
  },
  'after a move away and back': {
    before: async (id, at) => {
      await schedule(id, at + 500);
      await schedule(id, at);
    },
    invokedAt: [0],
    then: planned,
  },
  'after a manual publication': {
    before: id => act(id, 'drafts', 'publish'),
    invokedAt: [0],
    then: at => ({ status: 'published', created_ts: at - 100, scheduled_at: null }),
  },
  'after publishing and unpublishing': {
    before: async id => {
      await act(id, 'drafts', 'publish');
      await act(id, 'posts', 'unpublish');
    },
    invokedAt: [0],
    then: unscheduled('draft'),
  },
  'after removal': {
    before: id => removePost(id, 'drafts', ADMIN, undefined),
    invokedAt: [0],
    then: unscheduled('removed'),
  },
  'after removal and restoring': {
    before: async id => {
      await removePost(id, 'drafts', ADMIN, undefined);
      await act(id, 'drafts', 'restore');
    },
    invokedAt: [0],
    then: unscheduled('draft'),
  },
  'after the purge': {
    before: async id => {
      await removePost(id, 'drafts', ADMIN, undefined);
      await purgeRemoved(nowTs() + 91 * 86_400);
    },
    invokedAt: [0],
    then: () => undefined,
  },
};

describe('the publisher', () => {
  it.each(Object.entries(stories))(
    'leaves the right state when it is invoked %s',
    async (_when, { before, invokedAt, firstFor = 0, then }) => {
      const { id } = (await makePost({}, 'draft')).value;
      stopClock(0);
      const at = nowTs() + 100;
      await schedule(id, at);
      await before?.(id, at);
      for (const [index, seconds] of invokedAt.entries()) {
        stopClockAt((at + seconds) * 1000);
        await handler(messages(index === 0 ? at + firstFor : at));
      }
      const [post, expected] = [await read(id), then(at)];
      if (expected === undefined) expect(post).toBeUndefined();
      else expect(post).toMatchObject(expected);
    },
  );

  it('waits for the second when it is invoked early', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 2;
    await schedule(id, at);
    await handler(messages(at));
    expect(nowMs()).toBeGreaterThanOrEqual(at * 1000);
    expect(await read(id)).toMatchObject({ status: 'published', created_ts: at });
  });

  it('leaves a post that was moved to a later time while the publisher waited', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    stopClock(0);
    const at = nowTs() + 100;
    await schedule(id, at);
    expect(await publishDue(id)).toBeNull();
    expect(await read(id)).toMatchObject({ status: 'scheduled', scheduled_at: at });
  });

  it('publishes once when it is invoked ten times at once', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    stopClock();
    const at = nowTs() + 100;
    await schedule(id, at);
    stopClock(150);
    const late = await Promise.all(Array.from({ length: 10 }, () => publishDue(id)));
    expect(late.filter(seconds => seconds !== null)).toEqual([50]);
    expect((await readPosts([id], { content: false, consistent: true }))[0]?.version).toBe(3);
  });

  it('leaves one consistent state when it competes with a publication, a removal or an unscheduling', async () => {
    for (const rival of [
      (id: number) => act(id, 'drafts', 'publish'),
      (id: number) => removePost(id, 'drafts', ADMIN, undefined),
      (id: number) => unschedulePost(id, ADMIN, undefined),
    ]) {
      const { id } = (await makePost({}, 'draft')).value;
      stopClock(0);
      await schedule(id, nowTs() + 10);
      stopClock(20);
      await Promise.allSettled([handler(messages(nowTs() - 10)), rival(id)]);
      const post = await read(id);
      expect(post?.scheduled_at).toBeNull();
      expect(['published', 'removed', 'draft']).toContain(post?.status);
    }
  });

  it.each([{ id: 'x' }, { minute: '1' }, { Records: [{ messageId: 'm', body: '{}' }] }, {}, null])(
    'throws for the malformed event %j',
    async event => {
      await expect(handler(event)).rejects.toThrow();
    },
  );

  it('creates the schedule of the minute, once, for messages of far seconds', async () => {
    const minute = toMinute(nowTs() + 3600);
    await handler(messages(minute + 7, minute + 8));
    await handler(messages(minute + 7));
    expect(await hasSchedule(minute)).toBe(true);
  });

  it('returns the failed messages, so that the queue delivers only them again', async () => {
    const [first, second] = [nowTs() + 40, nowTs() + 50];
    const { id } = (await makePost({}, 'draft')).value;
    await schedule(id, second);
    stopClock(60);
    const noWrites = (command: string): void => {
      if (command.startsWith('TransactWrite')) throw new Error('bad luck');
    };
    const answer = await withFaults(noWrites, () => handler(messages(first, second, second)));
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }]);
    expect(await handler(messages(second))).toEqual({ batchItemFailures: [] });
    expect(await read(id)).toMatchObject(planned(second));
  });

  it('publishes every post of a second itself after the table has refused 90 transactions', async () => {
    const at = nowTs() + 50;
    const drafts = await Promise.all(Array.from({ length: 30 }, () => makePost({}, 'draft')));
    for (const { value } of drafts) await schedule(value.id, at);
    stopClock(60);
    let transactions = 0;
    const throttle = (command: string): void => {
      if (!command.startsWith('TransactWrite') || ++transactions > 90) return;
      const CancellationReasons = [{ Code: 'ThrottlingError' }];
      throw new TransactionCanceledException({ message: 'full', $metadata: {}, CancellationReasons });
    };
    const answer = await withFaults(throttle, () => handler(messages(at)));
    expect(answer.batchItemFailures).toEqual([]);
    for (const { value } of drafts) expect(await read(value.id)).toMatchObject({ status: 'published' });
  });

  it('divides a second with more than 500 posts, and hands over the rest before it publishes', async () => {
    const at = nowTs() + 5000;
    const transaction = (id: number) =>
      new Transaction().put({ pk: 'T#due', sk: makePosition(at, id) }).commit();
    const ids = Array.from({ length: 501 }, (_, index) => index + 1);
    await Promise.all(ids.map(transaction));
    stopClock(5000);
    await handler(messages(at));
    await eventually(
      () => Promise.resolve(sent),
      all => all.includes(JSON.stringify({ at, from: makePosition(at, 501) })),
    );
    await Promise.all(
      ids.map(id => new Transaction().delete({ pk: 'T#due', sk: makePosition(at, id) }).commit()),
    );
  });
});
