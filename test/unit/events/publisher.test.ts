import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowMs, nowTs } from '../../../shared/core/clock.ts';
import { handler } from '../../../functions/events/publisher.ts';
import { readPosts } from '../../../shared/posts/read.ts';
import type { PostRecord } from '../../../shared/posts/record.ts';
import { purgeRemoved } from '../../../shared/publishing/purge.ts';
import { removePost } from '../../../shared/publishing/remove.ts';
import { publishDue, unschedulePost } from '../../../shared/publishing/schedule.ts';
import { ADMIN, makePost, useEngines } from '../../support/engines.ts';
import { allItems, disagreements } from '../../support/table.ts';
import { restoreClock, stopClock, stopClockAt } from '../../support/clock.ts';
import { read, schedule, act } from '../../support/scheduled.ts';

useEngines();
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});
afterEach(async () => {
  restoreClock();
  expect(disagreements(await allItems())).toEqual({ stray: [], missing: [] });
});

interface Story {
  /** What is done to a draft that is scheduled for `at`. */
  before?: (id: number, at: number) => Promise<unknown>;
  /** Seconds from `at` at which the publisher is invoked. */
  invokedAt: number[];
  /** Seconds from `at` for which the first schedule was created; the others were for `at`. */
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
        await handler({ id, scheduled_at: index === 0 ? at + firstFor : at });
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
    await handler({ id, scheduled_at: at });
    expect(nowMs()).toBeGreaterThanOrEqual(at * 1000);
    expect(await read(id)).toMatchObject({ status: 'published', created_ts: at });
  });

  it('publishes once when it is invoked ten times at once', async () => {
    const { id } = (await makePost({}, 'draft')).value;
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
      await Promise.allSettled([handler({ id, scheduled_at: nowTs() - 10 }), rival(id)]);
      const post = await read(id);
      expect(post?.scheduled_at).toBeNull();
      expect(['published', 'removed', 'draft']).toContain(post?.status);
    }
  });

  it('throws for a malformed event', async () => {
    await expect(handler({ id: 'x' })).rejects.toThrow();
  });
});
