import { nowMs } from '../../shared/core/clock.ts';
import type { Budget } from '../../shared/publishing/rewrite.ts';
import { processItem, type OutboxItem } from '../../shared/store/outbox.ts';

/** So much of what follows from a change is visible when the request returns; what is left goes on in the background. */
const POSTS = 150;
const TIME_MS = 8_000;

/** Works on the job that a change left, as far as a request may take. */
export async function runInline(
  job: OutboxItem | null,
  work: (job: unknown, budget: Budget) => Promise<unknown>,
): Promise<void> {
  if (job) await processItem(job, state => work(state, { posts: POSTS, until: nowMs() + TIME_MS }));
}
