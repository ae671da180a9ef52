import * as v from 'valibot';
import { nowMs } from '../core/clock.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { readPage } from '../store/timeline.ts';
import { indexPosts } from './index-posts.ts';

const BATCH_SIZE = 16;

const Job = v.object({ author_id: v.number(), after: v.optional(v.string()) });

/**
 * The job after an author's change of name: indexes all published posts of the author again, newest first. A post that enters the author's
 * timeline during the job is indexed by its own job. So the job may stop and continue anywhere.
 * @returns the job with its progress when posts are left at `until` (milliseconds since 1970)
 */
export async function indexAuthor(job: unknown, until: number): Promise<unknown> {
  let state = v.parse(Job, job);
  for (;;) {
    const page = await readPage({
      timelines: [TIMELINE.author(state.author_id)],
      offset: 0,
      limit: BATCH_SIZE,
      after: state.after,
      consistent: true,
    });
    await indexPosts(page.ids.map(id => ({ id })));
    if (page.next === undefined) return undefined;
    state = { ...state, after: page.next };
    if (nowMs() > until) return state;
  }
}
