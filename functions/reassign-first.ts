import { reassign } from '../shared/posts/reassign.ts';
import { settle, type OutboxItem } from '../shared/store/outbox.ts';

/** So much of a section change is visible when the request returns; what is left goes on in the background. */
const POSTS = 150;
const TIME_MS = 8_000;

/** Works on the job that a section change left, as far as a request may take. */
export async function reassignFirst(job: OutboxItem | null): Promise<void> {
  if (job) await settle(job, state => reassign(state, { posts: POSTS, until: Date.now() + TIME_MS }));
}
