import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/events/publisher.ts';
import { nowMs, nowTs, sleep } from '../../../shared/platform/core/clock.ts';
import { mapWithConcurrency } from '../../../shared/platform/core/concurrency.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import { schedulePost } from '../../../shared/posts/publishing/schedule.ts';
import { advanceClock, nextWakeMs, restoreClock, stopClockAt } from '../../support/time/clock.ts';
import { ADMIN, makePost, useEngines } from '../../support/aws/engines.ts';
import { withFaults } from '../../support/aws/faults.ts';
import { becomeQuiet, watchCalls } from '../../support/time/quiet.ts';
import { randomFrom } from '../../support/values/random.ts';

/** The time of a call to AWS by the stopped clock, which advances when nothing else is left to do. */
const CALL_MS = 50;

let running = 0;
let mostRunning = 0;

async function publish(event: unknown) {
  mostRunning = Math.max(mostRunning, ++running);
  try {
    return await handler(event);
  } finally {
    running--;
  }
}

useEngines({
  invoke: input => void publish(JSON.parse(input)),
  latenessMs: () => 30_000,
  consume: publish,
});
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent';
  stopClockAt(Date.parse('2030-06-01T12:00:00Z'));
  watchCalls();
  mostRunning = 0;
  // The orders in which the publishers try the posts are the same in each run.
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(1));
});
afterEach(() => {
  vi.restoreAllMocks();
  restoreClock();
});

async function scheduleAll(ids: readonly number[], at: number): Promise<void> {
  await mapWithConcurrency(ids, 20, id => schedulePost(id, at, ADMIN, undefined));
  await becomeQuiet();
}

async function passUntil(ms: number): Promise<void> {
  await becomeQuiet();
  while (nowMs() < ms) {
    const step = Math.min(nextWakeMs(), ms) - nowMs();
    advanceClock(Math.max(1, step) / 1000);
    await becomeQuiet();
  }
}

async function countPublished(ids: readonly number[], at: number): Promise<number> {
  const posts = await readPosts(ids, { content: false, consistent: true });
  return posts.filter(
    ({ version, value }) => value.status === 'published' && value.created_ts === at && version === 3,
  ).length;
}

describe('500 posts of one second', () => {
  it.each([
    ['scheduled ten minutes before', 600],
    ['scheduled a minute before', 60],
  ])(
    'publishes each post once within five seconds, by at most two publishers, when %s',
    async (_when, aheadS) => {
      const made = await mapWithConcurrency([...Array(500).keys()], 20, () => makePost({}, 'draft'));
      const ids = made.map(({ value }) => value.id);
      const at = nowTs() + aheadS;
      await scheduleAll(ids, at);
      await passUntil(at * 1000 - 5000);
      let writes = 0;
      const slowed = async (command: string): Promise<void> => {
        if (command.startsWith('TransactWrite')) writes++;
        await sleep(CALL_MS);
      };
      await withFaults(slowed, () => passUntil((at + 5) * 1000));
      expect(await countPublished(ids, at)).toBe(500);
      expect(mostRunning).toBeLessThanOrEqual(2);
      // Two publishers of the same posts divide them: in random orders they try about 30 posts twice, in the same order 150.
      expect(writes).toBeLessThan(600);
    },
  );
});
