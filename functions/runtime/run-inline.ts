import { nowMs } from '../../shared/platform/core/clock.ts';
import type { Budget } from '../../shared/posts/publishing/jobs/rewrite.ts';
import type { OutboxItem } from '../../shared/platform/store/outbox/outbox-item.ts';
import { processItem } from '../../shared/platform/store/outbox/outbox.ts';

/** The part of a job that a request completes before it returns. The outbox worker does the rest. */
const MAX_POSTS = 150;
const MAX_RUN_MS = 8_000;

/** Runs the job of a change within the request's budget. */
export async function runInline(
  job: OutboxItem | null,
  work: (job: unknown, budget: Budget) => Promise<unknown>,
): Promise<void> {
  if (job) await processItem(job, state => work(state, { posts: MAX_POSTS, until: nowMs() + MAX_RUN_MS }));
}
