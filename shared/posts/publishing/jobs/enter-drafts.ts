import { nowMs, nowTs } from '../../../platform/core/clock.ts';
import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { putItem } from '../../../platform/store/put.ts';
import { writeOverflow } from '../../../platform/store/records/overflow.ts';
import { entryKey, readPage } from '../../../platform/store/timeline.ts';
import { enteredKey, isAddedTimeline, readEntered, type Entered } from '../../record/entered.ts';
import { Posts } from '../../record/posts.ts';
import type { PostRecord } from '../../record/record.ts';
import { TIMELINE } from '../../record/timelines.ts';

const PAGE_SIZE = 100;
const MAX_CONCURRENT = 8;
/**
 * A second walk finds drafts that old functions wrote while the deployment replaced them. This is longer than a deployment takes to replace
 * all functions.
 */
const AGAIN_AFTER_S = 900;

/**
 * Adds list entries for drafts from an earlier version, for lists that did not exist then, each under the draft's version, newest first. A
 * draft that is written during the walk gets its entries from that write. The walk stores its progress after each page, so that the next
 * sweep continues one that took longer than `until` (milliseconds since 1970) or was interrupted.
 * @returns whether all drafts have their entries
 */
export async function enterDrafts(until: number): Promise<boolean> {
  let state = await readEntered();
  while (isUnfinished(state) && nowMs() < until) {
    const { ids, next } = await readPage({
      timelines: [TIMELINE.draft],
      offset: 0,
      limit: PAGE_SIZE,
      after: state.after,
      consistent: true,
    });
    await mapWithConcurrency(await Posts.readMany(ids, { consistent: true }), MAX_CONCURRENT, enter);
    state = next === undefined ? endWalk(state) : { ...state, after: next };
    await putItem({ ...enteredKey(), ...state });
  }
  return state.done;
}

function isUnfinished({ done, again_ts }: Entered): boolean {
  return !done || (again_ts !== undefined && again_ts <= nowTs());
}

function endWalk({ done }: Entered): Entered {
  return done ? { done } : { done: true, again_ts: nowTs() + AGAIN_AFTER_S };
}

async function enter(post: PostRecord): Promise<void> {
  const entries = Posts.toEntries(post).filter(({ timeline }) => isAddedTimeline(timeline));
  await writeOverflow(Posts, { id: post.id, keys: entries.map(entryKey) });
}
