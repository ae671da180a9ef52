import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/events/publisher.ts';
import { AsyncInvocations } from '../../../infra/aws-local/lambda/invocations.ts';
import type { Consume } from '../../../infra/aws-local/queues/queue.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import { schedulePost, unschedulePost } from '../../../shared/posts/publishing/schedule.ts';
import { sweepSchedules } from '../../../shared/posts/publishing/jobs/sweep.ts';
import { toMinute } from '../../../shared/platform/schedule/times.ts';
import { advanceClock, nextWakeMs, restoreClock, stopClockAt } from '../../support/time/clock.ts';
import { ADMIN, makePost, useEngines } from '../../support/aws/engines.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { becomeQuiet, watchCalls } from '../../support/time/quiet.ts';
import { randomFrom } from '../../support/values/random.ts';

/** What happens to an event between the scheduler or the queue and the publisher. */
type Fate = 'delivered' | 'doubled' | 'lost' | 'failed at first';

interface Planned {
  id: number;
  at: number;
  /** How late the post is published, in seconds; undefined until then. */
  late?: number;
}

const FIRST_DAY_MS = Date.parse('2030-06-01T12:00:00Z');
const DAY_MS = 86_400_000;
/** The second of each minute at which the sweep is invoked. */
const SWEPT_AT = 25;

const random = randomFrom(20_300_601);
let tests = 0;
let planned: Planned[] = [];
/** The fates of the schedules of minutes; others are delivered. */
let scheduleFates = new Map<number, Fate>();
/** The fates of the messages of seconds; others are delivered. */
let messageFates = new Map<number, Fate>();
/** How late each schedule invokes the publisher. */
let latenessMs = (): number => 0;
/** The events that the publisher got. */
let invocations: { minutes: number[]; seconds: number[] };
let running = 0;
let mostRunning = 0;
let schedules: AsyncInvocations;
let sweeps: Promise<unknown>[] = [];

async function publish(event: unknown) {
  mostRunning = Math.max(mostRunning, ++running);
  try {
    return await handler(event);
  } finally {
    running--;
  }
}

function invoke(input: string): void {
  const { minute } = JSON.parse(input) as { minute: number };
  const fate = scheduleFates.get(minute);
  if (fate === 'lost') return;
  schedules.accept(input);
  if (fate === 'doubled') schedules.accept(input);
}

async function runScheduled(input: string): Promise<void> {
  const { minute } = JSON.parse(input) as { minute: number };
  invocations.minutes.push(minute);
  if (scheduleFates.get(minute) === 'failed at first') {
    scheduleFates.delete(minute);
    throw new Error('the function failed');
  }
  await publish({ minute });
}

const consume: Consume = async event => {
  const seconds = event.Records.map(({ body }) => (JSON.parse(body) as { at: number }).at);
  invocations.seconds.push(...seconds);
  const failing = seconds.find(at => messageFates.get(at) === 'failed at first');
  if (failing === undefined) return await publish(event);
  messageFates.delete(failing);
  throw new Error('the function failed');
};

const DELIVERIES: Partial<Record<Fate, number>> = { lost: 0, doubled: 2 };
function deliveries(body: string): number {
  const { at } = JSON.parse(body) as { at: number };
  return at - nowTs() > 300 ? 1 : (DELIVERIES[messageFates.get(at) ?? 'delivered'] ?? 1);
}

useEngines({ invoke, latenessMs: () => latenessMs(), consume, deliveries });
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  // Each test has a day of its own, because the notes of taken minutes stay in the table.
  stopClockAt(FIRST_DAY_MS + tests++ * DAY_MS);
  watchCalls();
  planned = [];
  scheduleFates = new Map();
  messageFates = new Map();
  latenessMs = () => Math.floor(random() * 60) * 1000;
  invocations = { minutes: [], seconds: [] };
  mostRunning = 0;
  sweeps = [];
  schedules = new AsyncInvocations({ run: runScheduled, onFailure: () => undefined });
});
afterEach(async () => {
  await schedules.close();
  restoreClock();
});

async function plan(aheadS: number): Promise<Planned> {
  const { id } = (await makePost({}, 'draft')).value;
  const post: Planned = { id, at: nowTs() + aheadS };
  planned.push(post);
  await schedulePost(id, post.at, ADMIN, undefined);
  return post;
}

async function read(id: number) {
  return (await readPosts([id], { content: false, consistent: true }))[0];
}

/** The seconds until something happens, at most `maxS`. */
function secondsToNext(maxS: number): number {
  const toSweep = 60 - ((nowTs() - SWEPT_AT) % 60);
  const toWake = Math.ceil(nextWakeMs() / 1000) - nowTs();
  return Math.max(1, Math.min(maxS, toSweep, toWake));
}

/** Lets this many seconds pass, with the sweep of each minute. */
async function pass(seconds: number): Promise<void> {
  await becomeQuiet();
  for (const end = nowTs() + seconds; nowTs() < end;) {
    advanceClock(secondsToNext(end - nowTs()));
    if (nowTs() % 60 === SWEPT_AT) sweeps.push(sweepSchedules());
    await becomeQuiet();
    for (const post of planned.filter(({ at, late }) => late === undefined && at <= nowTs()))
      if ((await read(post.id))?.value.status === 'published') post.late = nowTs() - post.at;
  }
  await Promise.all(sweeps);
}

async function expectPublishedOnce(): Promise<void> {
  for (const { id, at } of planned) {
    const post = await read(id);
    expect(post?.value).toMatchObject({ status: 'published', created_ts: at, scheduled_at: null });
    // One version each for the creation, the schedule and the publication.
    expect(post?.version).toBe(3);
  }
}

function latest(): number {
  return Math.max(...planned.map(({ late }) => late ?? Infinity));
}

describe('publication with a scheduler up to a minute late', () => {
  it('invokes the publisher once per minute and once per second, however many posts are due, and is on time', async () => {
    for (const aheadS of [600, 600, 600, 645, 790]) await plan(aheadS);
    await pass(60);
    invocations = { minutes: [], seconds: [] };
    mostRunning = 0;
    await pass(740);
    const [first, , , other, last] = planned.map(({ at }) => at) as [number, number, number, number, number];
    expect(invocations.minutes.sort()).toEqual([toMinute(first), toMinute(last)]);
    expect(invocations.seconds).toEqual([first, other, last]);
    expect(mostRunning).toBeLessThanOrEqual(2);
    expect(latest()).toBe(0);
    await expectPublishedOnce();
  });

  it('is on time for posts scheduled shortly before, by one message each', async () => {
    for (const aheadS of [1, 3, 20, 70, 125, 290]) await plan(aheadS);
    await pass(300);
    expect(invocations).toEqual({ minutes: [], seconds: planned.map(({ at }) => at) });
    expect(latest()).toBe(0);
    await expectPublishedOnce();
  });

  it('is on time when schedules and messages are doubled, when schedules are lost, and when they fail at first', async () => {
    const fates: [number, Fate, Fate][] = [
      [600, 'doubled', 'doubled'],
      [660, 'lost', 'delivered'],
      [730, 'failed at first', 'delivered'],
    ];
    for (const [aheadS, schedule, message] of fates) {
      const { at } = await plan(aheadS);
      scheduleFates.set(toMinute(at), schedule);
      messageFates.set(at, message);
    }
    await pass(800);
    // The sweep gives a publisher a second before it publishes itself.
    expect(latest()).toBeLessThanOrEqual(1);
    await expectPublishedOnce();
  });

  it('is on time when the schedule is three minutes late', async () => {
    latenessMs = () => 240_000;
    await plan(610);
    await pass(700);
    expect(latest()).toBeLessThanOrEqual(1);
    await expectPublishedOnce();
  });

  it('is at most a minute late when messages are lost or fail at first', async () => {
    for (const [aheadS, fate] of [
      [600, 'lost'],
      [665, 'failed at first'],
      [50, 'lost'],
      [10, 'failed at first'],
    ] as const)
      messageFates.set((await plan(aheadS)).at, fate);
    // A message that is due within five minutes is lost when it is sent.
    messageFates.set((planned.at(-1)?.at ?? 0) + 5, 'lost');
    await plan(15);
    await pass(800);
    expect(latest()).toBeLessThanOrEqual(66);
    await expectPublishedOnce();
  });

  it('publishes a post that is moved or unscheduled only at its last time', async () => {
    const moved = await plan(600);
    const away = await plan(600);
    const dropped = await plan(600);
    await pass(100);
    moved.at += 30;
    await schedulePost(moved.id, moved.at, ADMIN, undefined);
    away.at -= 200;
    await schedulePost(away.id, away.at, ADMIN, undefined);
    await unschedulePost(dropped.id, ADMIN, undefined);
    planned = [moved, away];
    await pass(600);
    expect(latest()).toBe(0);
    expect((await read(dropped.id))?.value).toMatchObject({ status: 'draft', scheduled_at: null });
  });
});

describe('publication after a crash', () => {
  /** Makes the calls of these commands fail. */
  function without(...commands: string[]) {
    return (command: string): void => {
      if (commands.includes(command)) throw new Error('the process is dead');
    };
  }

  it('is on time when the process died before the message was sent', async () => {
    await withFaults(without('SendMessageCommand'), () => plan(600));
    await pass(620);
    expect(invocations.minutes).toEqual([]);
    expect(latest()).toBeLessThanOrEqual(1);
    await expectPublishedOnce();
  });

  it('is on time when no schedule could be created', async () => {
    await plan(600);
    await withFaults(without('CreateScheduleCommand'), () => pass(620));
    expect(latest()).toBeLessThanOrEqual(1);
    await expectPublishedOnce();
  });

  it('is on time when the publisher died before or after any message of its minute', async () => {
    for (const aheadS of [600, 610, 620]) await plan(aheadS);
    await pass(300);
    let left = 1;
    await withFaults(
      command => {
        if (command === 'SendMessageCommand' && left-- <= 0) throw new Error('the process is dead');
      },
      () => pass(330),
    );
    expect(latest()).toBeLessThanOrEqual(1);
    await expectPublishedOnce();
  });
});
