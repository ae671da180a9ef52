import { nowTs } from '../../../platform/core/clock.ts';
import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { logError } from '../../../platform/log/log.ts';
import { idAt, makePosition } from '../../../platform/values/position.ts';
import { queryItems } from '../../../platform/store/table.ts';
import type { Post } from '../../record/post.ts';
import { readPosts } from '../../record/read.ts';
import { TIMELINE } from '../../record/timelines.ts';
import { changePost } from '../change.ts';
import { EDIT } from '../lifecycle.ts';
import { recomputeSections } from '../membership.ts';

const BATCH_SIZE = 500;
const MAX_CONCURRENT = 8;

/**
 * Ends the series of autosaves that nothing else has ended in time, each with a version that is dated as the last autosave. A series that ends
 * otherwise at the same time is left as it is, because each write is under the record's version.
 * @returns how many
 */
export async function endSeries(mayGoOn = () => true, now = nowTs()): Promise<number> {
  const due = await queryItems({
    pk: `T#${TIMELINE.autosaved}`,
    between: [makePosition(0, 0), makePosition(now + 1, 0)],
    limit: BATCH_SIZE,
    consistent: true,
  });
  let count = 0;
  await mapWithConcurrency(due, MAX_CONCURRENT, async ({ sk }) => {
    if (mayGoOn() && (await tryPost(idAt(String(sk)), now))) count++;
  });
  return count;
}

/** Catches a post's failure, so that the others are ended. */
async function tryPost(id: number, now: number): Promise<boolean> {
  try {
    return (await endOne(id, now)) !== undefined;
  } catch (error) {
    logError('series of autosaves not ended', error, { id });
    return false;
  }
}

async function endOne(id: number, now: number): Promise<Post | undefined> {
  return await changePost<Post | null>({
    saving: 'end',
    transition: EDIT.drafts.edit,
    read: async () => {
      const [current] = await readPosts([id], { content: false, stats: false, consistent: true });
      return current ?? null;
    },
    compose: (current, directory) => {
      const made = current?.value.made;
      if (!current || !made?.series || made.series.until > now) return undefined;
      const updated_ts = Math.max(current.value.updated_ts, made.ts);
      return { next: { ...recomputeSections(current.value, directory), updated_ts } };
    },
  });
}
