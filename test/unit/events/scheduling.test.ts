import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/events/publisher.ts';
import { AsyncInvocations } from '../../../infra/local/invocations.ts';
import { nowMs, nowTs } from '../../../shared/core/clock.ts';
import { readPosts } from '../../../shared/posts/read.ts';
import { schedulePost } from '../../../shared/publishing/schedule.ts';
import { sweepSchedules } from '../../../shared/publishing/sweep.ts';
import { advanceClock, restoreClock, stopClockAt } from '../../support/clock.ts';
import { ADMIN, makePost, useEngines } from '../../support/engines.ts';
import { randomFrom } from '../../support/random.ts';

/** What happens to the invocations of a post between the scheduler and the publisher. */
type Fate = 'delivered' | 'delivered twice' | 'lost' | 'failed at first';

interface Planned {
  id: number;
  at: number;
  fate: Fate;
  /** How late the post is published, in seconds; undefined until then. */
  late?: number;
}

const random = randomFrom(20_300_601);
function latenessMs(): number {
  return Math.floor(random() * 60) * 1000;
}

let planned: Planned[] = [];
let running: { at: number; ended: Promise<unknown> }[] = [];
let attempts = 0;
let publications: AsyncInvocations;

function fateOf(input: string): Fate {
  return planned.find(({ id }) => id === (JSON.parse(input) as { id: number }).id)?.fate ?? 'delivered';
}

function accept(input: string): void {
  const fate = fateOf(input);
  if (fate === 'lost') return;
  publications.accept(input);
  if (fate === 'delivered twice') publications.accept(input);
}

async function publish(input: string): Promise<void> {
  attempts++;
  const { scheduled_at: at, id } = JSON.parse(input) as { id: number; scheduled_at: number };
  const post = planned.find(one => one.id === id);
  if (post?.fate === 'failed at first') {
    post.fate = 'delivered';
    throw new Error('the function failed');
  }
  const ended = handler({ id, scheduled_at: at });
  running.push({ at, ended });
  await ended;
}

useEngines({ invoke: accept, latenessMs });
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  stopClockAt(Date.parse('2030-06-01T12:00:00Z'));
  planned = [];
  running = [];
  attempts = 0;
  publications = new AsyncInvocations({ run: publish, onFailure: () => undefined });
});
afterEach(async () => {
  await publications.close();
  restoreClock();
});

async function plan(aheadS: number, fate: Fate): Promise<Planned> {
  const { id } = (await makePost({}, 'draft')).value;
  const post: Planned = { id, at: nowTs() + aheadS, fate };
  planned.push(post);
  await schedulePost(id, post.at, ADMIN, undefined);
  return post;
}

async function read(id: number) {
  return (await readPosts([id], { content: false, consistent: true }))[0];
}

/** Waits until the publications due at this second have ended, after the timers that were due before. */
async function finishDue(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 5));
  const due = running.filter(({ at }) => at * 1000 <= nowMs());
  await Promise.all(due.map(({ ended }) => ended));
  running = running.filter(one => !due.includes(one));
}

/** Lets this many seconds pass, with the sweep of each minute. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    advanceClock(1);
    await finishDue();
    if (nowTs() % 60 === 0) await sweepSchedules();
    for (const post of planned.filter(({ at, late }) => late === undefined && at <= nowTs()))
      if ((await read(post.id))?.value.status === 'published') post.late = nowTs() - post.at;
  }
}

describe('publication with a scheduler up to a minute late and asynchronous invocations', () => {
  it('publishes each post once and in time, when invocations are delivered, doubled, lost or fail at first', async () => {
    const far = [
      await plan(130, 'delivered'),
      await plan(150, 'delivered twice'),
      await plan(171, 'delivered'),
    ];
    const near = [
      await plan(20, 'delivered'),
      await plan(70, 'delivered twice'),
      await plan(100, 'delivered'),
    ];
    const unlucky = [await plan(25, 'lost'), await plan(140, 'lost'), await plan(145, 'failed at first')];

    await pass(300);

    for (const { late } of far) expect(late).toBeLessThanOrEqual(1);
    for (const { late } of near) expect(late).toBeLessThanOrEqual(60);
    for (const { late } of unlucky) expect(late).toBeLessThanOrEqual(300);
    for (const { id, at } of planned) {
      const post = await read(id);
      expect(post?.value).toMatchObject({ status: 'published', created_ts: at, scheduled_at: null });
      // One version each for the creation, the schedule and the publication.
      expect(post?.version).toBe(3);
    }
    // Doubled deliveries, and schedules that the sweep set again, invoke the publisher more than once.
    expect(attempts).toBeGreaterThan(planned.length);
  });

  it('publishes by the sweep a post whose accepted invocation was lost', async () => {
    const post = await plan(90, 'delivered');
    // The process that accepted the invocation dies before the second comes.
    post.fate = 'lost';
    await pass(180);
    expect(post.late).toBeLessThanOrEqual(300);
    expect((await read(post.id))?.version).toBe(3);
  });
});
