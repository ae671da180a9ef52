import type { Context } from 'aws-lambda';
import { FORGET_LIKES, forgetLikes } from '../../shared/likes/forget.ts';
import { CANCELLATION, cancel } from '../../shared/posts/cancellation.ts';
import { CLEANUP, cleanUp } from '../../shared/posts/cleanup.ts';
import { OVERFLOW, settleEntries } from '../../shared/posts/overflow.ts';
import { reassign } from '../../shared/posts/reassign.ts';
import { REASSIGNMENT } from '../../shared/sections/reassignment.ts';
import { dueItems, lease, settle, type Run } from '../../shared/store/outbox.ts';

/** How long a long job is worked on before it re-arms itself: well under the lease, so that no second worker joins. */
const SLICE_MS = 10_000;

/** Every kind of outbox item and what does it. */
const JOBS = new Map<string, Run>([
  [OVERFLOW, settleEntries],
  [CLEANUP, cleanUp],
  [CANCELLATION, cancel],
  [FORGET_LIKES, job => forgetLikes(job, Date.now() + SLICE_MS)],
  [REASSIGNMENT, job => reassign(job, { posts: Infinity, until: Date.now() + SLICE_MS })],
]);

/** Does what is due in the outbox, until `mayGoOn` says no. @returns how many items were worked on */
export async function drainOutbox(mayGoOn: () => boolean): Promise<number> {
  let count = 0;
  for (const item of await dueItems()) {
    if (!mayGoOn()) break;
    const leased = await lease(item);
    if (!leased) continue;
    await settle(leased, JOBS.get(item.kind) ?? unknownKind);
    count++;
  }
  return count;
}

/** Whether a function has time for one more job: a slice, and whatever contention adds to it. */
export const hasTime = (context: Pick<Context, 'getRemainingTimeInMillis'>) => (): boolean =>
  context.getRemainingTimeInMillis() > 3 * SLICE_MS;

const unknownKind: Run = () => Promise.reject(new Error('no job of this kind is known'));
