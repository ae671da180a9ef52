import type { Context } from 'aws-lambda';
import { FORGET_LIKES, forgetLikes } from '../../shared/likes/forget.ts';
import { CANCELLATION, cancel } from '../../shared/posts/cancellation.ts';
import { CLEANUP, cleanUp } from '../../shared/posts/cleanup.ts';
import { OVERFLOW, settleEntries } from '../../shared/posts/overflow.ts';
import { reassign } from '../../shared/posts/reassign.ts';
import { indexAuthor } from '../../shared/search/index-author.ts';
import { indexPost } from '../../shared/search/index-post.ts';
import { INDEX_AUTHOR, INDEX_POST } from '../../shared/search/jobs.ts';
import { REASSIGNMENT } from '../../shared/sections/reassignment.ts';
import { dueItems, lease, settle, type Run } from '../../shared/store/outbox.ts';

/** How long a long job is worked on before it re-arms itself: well under the lease, so that no second worker joins. */
const SLICE_MS = 10_000;
/** Jobs wait for the table most of the time. */
const AT_ONCE = 8;

/** Every kind of outbox item and what does it. */
const JOBS = new Map<string, Run>([
  [OVERFLOW, settleEntries],
  [CLEANUP, cleanUp],
  [CANCELLATION, cancel],
  [INDEX_POST, indexPost],
  [INDEX_AUTHOR, job => indexAuthor(job, Date.now() + SLICE_MS)],
  [FORGET_LIKES, job => forgetLikes(job, Date.now() + SLICE_MS)],
  [REASSIGNMENT, job => reassign(job, { posts: Infinity, until: Date.now() + SLICE_MS })],
]);

/** Does what is due in the outbox, until `mayGoOn` says no. @returns how many items were worked on */
export async function drainOutbox(mayGoOn: () => boolean): Promise<number> {
  const items = await dueItems();
  let count = 0;
  const lane = async (): Promise<void> => {
    for (let item = items.shift(); item && mayGoOn(); item = items.shift()) {
      const leased = await lease(item);
      if (!leased) continue;
      await settle(leased, JOBS.get(item.kind) ?? unknownKind);
      count++;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  const failed = lanes.find(result => result.status === 'rejected');
  if (failed) throw failed.reason;
  return count;
}

/** Whether a function has time for one more job: a slice, and whatever contention adds to it. */
export const hasTime = (context: Pick<Context, 'getRemainingTimeInMillis'>) => (): boolean =>
  context.getRemainingTimeInMillis() > 3 * SLICE_MS;

const unknownKind: Run = () => Promise.reject(new Error('no job of this kind is known'));
