import { CANCELLATION, cancel } from '../../shared/posts/cancellation.ts';
import { CLEANUP, cleanUp } from '../../shared/posts/cleanup.ts';
import { OVERFLOW, settleEntries } from '../../shared/posts/overflow.ts';
import { reassign } from '../../shared/posts/reassign.ts';
import { REASSIGNMENT } from '../../shared/sections/reassignment.ts';
import { dueItems, settle, type Run } from '../../shared/store/outbox.ts';

/** How long one invocation works on a long job before it re-arms itself. */
const SLICE_MS = 60_000;

/** Every kind of outbox item and what does it. */
const JOBS: Record<string, Run> = {
  [OVERFLOW]: settleEntries,
  [CLEANUP]: cleanUp,
  [CANCELLATION]: cancel,
  [REASSIGNMENT]: job => reassign(job, { posts: Infinity, until: Date.now() + SLICE_MS }),
};

/** Does what is due in the outbox. @returns how many items were taken up */
export async function drainOutbox(): Promise<number> {
  const due = await dueItems();
  for (const item of due) {
    const run = JOBS[item.kind];
    await settle(item, run ?? unknownKind);
  }
  return due.length;
}

const unknownKind: Run = () => Promise.reject(new Error('no job of this kind is known'));
