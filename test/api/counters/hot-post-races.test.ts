import { expect, it, vi } from 'vitest';
import { database } from '../../../shared/platform/store/client.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { rollUpViews } from '../../../shared/posts/counters/views/rollup.ts';
import { stopClockAt } from '../../support/time/clock.ts';
import { rounds } from '../../support/run/rounds.ts';
import { HOUR_S } from '../../../shared/platform/core/durations.ts';
import { readTotal, someMidnight } from '../../support/resources/page-views.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { named } from '../../support/costs/counted.ts';
import { heat } from '../../support/resources/hot-posts.ts';
import { makePost } from '../../support/resources/posts.ts';

const api = useApi({}, named, withoutSweeps);

const HANGS_AFTER_MS = 600_000;

/** A busy machine may answer late: after a time-out, the call would be repeated and the view counted twice. */
function waitLong({ config }: ReturnType<typeof database>): void {
  const handler: any = config.requestHandler;
  for (const limit of ['socketTimeout', 'connectionTimeout'])
    handler.updateHttpClientConfig(limit, HANGS_AFTER_MS);
}

/** The function of another process. */
async function startProcess(): Promise<typeof countViews> {
  vi.resetModules();
  const { database: connect } = await import('../../../shared/platform/store/client.ts');
  waitLong(connect());
  return (await import('../../../shared/posts/counters/views/count.ts')).countViews;
}

it('the total of a hot post never falls and adds up when processes count at the same time, also during sweeps and the fold', async () => {
  const start = someMidnight();
  stopClockAt(start * 1000);
  waitLong(database());
  const processes = [countViews, await startProcess(), await startProcess()];
  const [hot = 0, cold = 0] = [(await makePost(api)).id, (await makePost(api)).id];
  let last = 0;
  const expectRise = async (): Promise<void> => {
    const total = await readTotal(hot);
    expect(total).toBeGreaterThanOrEqual(last);
    last = total;
  };
  const ROUNDS = rounds(4, 20);
  for (let round = 0; round < ROUNDS; round++) {
    // After half of the rounds the next hour has begun, and the sweep folds the first one.
    const now = start + (round < ROUNDS / 2 ? 0 : HOUR_S + 600) + round;
    stopClockAt(now * 1000);
    // The third process never knows that the post is hot, and the others forget it from time to time.
    if (round % 2 === 0) for (const count of processes.slice(0, 2)) await heat(hot, now, count);
    const counts = processes.flatMap(count => [hot, hot, hot, cold].map(id => () => count(id, 1, now)));
    const tasks = [...counts, () => rollUpViews(now), ...counts, expectRise];
    await Promise.all(tasks.map(task => task()));
    await expectRise();
  }
  await rollUpViews(start + 3 * HOUR_S);
  await expectRise();
  expect([await readTotal(hot), await readTotal(cold)]).toEqual([20 * ROUNDS, 6 * ROUNDS]);
});
