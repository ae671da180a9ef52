import { nowTs } from '../../../shared/platform/core/clock.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { HOUR_S } from '../../../shared/platform/core/durations.ts';
import { HOURS_PER_DAY } from '../../../shared/posts/counters/views/record.ts';
import { rollUpViews } from '../../../shared/posts/counters/views/rollup.ts';
import { randomFrom } from '../../support/values/random.ts';
import type { Archive } from './archive.ts';

const POSTS_AN_HOUR = 40;
/** Skips the roll-up's waiting time, because no request counts views of past hours. */
const GRACE_S = 300;

/** Counts a day of views, mostly of new posts, and rolls past hours up as the sweep does. */
export async function viewPosts(archive: Archive, size: number): Promise<void> {
  const draw = randomFrom(size);
  const now = nowTs();
  for (let ago = HOURS_PER_DAY - 1; ago >= 0; ago--) {
    const indexes = Array.from({ length: POSTS_AN_HOUR }, () => Math.floor(size * draw() ** 3));
    const views = indexes.map(index =>
      countViews(archive.toId(index), 1 + Math.floor(20 * draw() ** 2), now - ago * HOUR_S),
    );
    await Promise.all(views);
  }
  await rollUpViews(now + GRACE_S);
}
