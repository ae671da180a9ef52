import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/core/clock.ts';
import { handler } from '../../../functions/events/publisher.ts';
import { removePost } from '../../../shared/publishing/remove.ts';
import { unschedulePost } from '../../../shared/publishing/schedule.ts';
import { sweepSchedules } from '../../../shared/publishing/sweep.ts';
import { createSchedule } from '../../../shared/schedule/schedule.ts';
import { CANCELLATION } from '../../../shared/store/outbox-item.ts';
import { ADMIN, makePost, useEngines } from '../../support/engines.ts';
import { withFaults } from '../../support/faults.ts';
import { drain, waiting } from '../../support/outbox.ts';
import { allItems, disagreements } from '../../support/table.ts';
import { restoreClock, stopClock } from '../../support/clock.ts';
import { read, schedule, act, isSet } from '../../support/scheduled.ts';

useEngines();
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
});
afterEach(async () => {
  restoreClock();
  expect(disagreements(await allItems())).toEqual({ stray: [], missing: [] });
});

function planned(at: number) {
  return {
    status: 'published' as const,
    created_ts: at,
    scheduled_at: null,
    scheduled_by: null,
  };
}

describe('recovery after a crash', () => {
  const noScheduler = (command: string): void => {
    if (command.endsWith('ScheduleCommand')) throw new Error('scheduler down');
  };

  it('sets the schedule by the sweep when the crash came before the call of the scheduler', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 1000;
    await withFaults(noScheduler, () => schedule(id, at));
    expect(await isSet(id, at)).toBe(false);
    await sweepSchedules();
    expect(await isSet(id, at)).toBe(false);
    stopClock(900);
    await sweepSchedules();
    await sweepSchedules();
    expect(await isSet(id, at)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'scheduled', scheduled_at: at });
  });

  it('publishes an overdue post by the sweep, once, and reports how late, when no schedule was set', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 60;
    await withFaults(noScheduler, () => schedule(id, at));
    stopClock(75);
    expect(await sweepSchedules()).toMatchObject({ published: 1, latestS: 15 });
    expect(await sweepSchedules()).toMatchObject({ published: 0 });
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
    await expect(withFaults(noWrites, () => handler({ id, scheduled_at: at }))).rejects.toThrow('dead');
    expect(await read(id)).toMatchObject({ status: 'scheduled', scheduled_at: at });
    await sweepSchedules();
    expect(await read(id)).toMatchObject(planned(at));
  });

  it('publishes the other posts when one fails', async () => {
    stopClock(3600);
    await sweepSchedules();
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
    expect(await withFaults(failsOnce, () => sweepSchedules())).toMatchObject({ published: 2 });
    expect(await sweepSchedules()).toMatchObject({ published: 1 });
    for (const id of posts) expect(await read(id)).toMatchObject({ status: 'published' });
  });
});

describe('a cancelled schedule', () => {
  it('is deleted after unscheduling, publication and removal', async () => {
    for (const cancel of [
      (id: number) => unschedulePost(id, ADMIN, undefined),
      (id: number) => act(id, 'drafts', 'publish'),
      (id: number) => removePost(id, 'drafts', ADMIN, undefined),
    ]) {
      const { id } = (await makePost({}, 'draft')).value;
      const at = nowTs() + 1000;
      await schedule(id, at);
      expect(await isSet(id, at)).toBe(true);
      await cancel(id);
      await drain();
      expect(await isSet(id, at)).toBe(false);
    }
    expect(await waiting(CANCELLATION)).toEqual([]);
  });

  it('stays when the post is scheduled for the same second again', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 1000;
    await schedule(id, at);
    await act(id, 'drafts', 'publish');
    await act(id, 'posts', 'unpublish');
    await schedule(id, at);
    await drain();
    expect(await isSet(id, at)).toBe(true);
  });

  it('is replaced when the post is scheduled for another time', async () => {
    const { id } = (await makePost({}, 'draft')).value;
    const at = nowTs() + 1000;
    await schedule(id, at);
    await schedule(id, at + 5);
    expect([await isSet(id, at), await isSet(id, at + 5)]).toEqual([false, true]);
    await createSchedule(id, at + 5);
    expect(await isSet(id, at + 5)).toBe(true);
  });
});
