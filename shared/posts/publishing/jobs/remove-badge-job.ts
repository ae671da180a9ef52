import * as v from 'valibot';
import { BadgeRemoval } from '../../../taxonomy/badges/removal.ts';
import { nowMs } from '../../../platform/core/clock.ts';
import { TIMELINE } from '../../record/timelines.ts';
import { readPage } from '../../../platform/store/timeline.ts';
import { recomputeSections } from '../membership.ts';
import { rewritePosts, type Budget, type Change } from './rewrite.ts';

const PAGE_SIZE = 100;

/** Removes a deleted badge from its posts; taxonomy/badges/removal.ts says why none is missed. @returns the rest of the job, if any */
export async function removeBadge(job: unknown, budget: Budget): Promise<BadgeRemoval | undefined> {
  let state = v.parse(BadgeRemoval, job);
  for (let left = budget.posts; ;) {
    if (left <= 0 || nowMs() > budget.until) return state;
    const page = await readPage({
      timelines: [TIMELINE.badge(state.badge_id)],
      offset: 0,
      limit: Math.min(PAGE_SIZE, left),
      after: state.after,
      consistent: true,
    });
    await rewritePosts(page.ids, withoutBadge(state.badge_id));
    if (page.next === undefined) return undefined;
    left -= page.ids.length;
    state = { ...state, after: page.next };
  }
}

/** Every write of a post that is not removed recomputes its sections. */
function withoutBadge(badgeId: number): Change {
  return (post, directory) => {
    if (!post.badges.includes(badgeId)) return post;
    return recomputeSections({ ...post, badges: post.badges.filter(id => id !== badgeId) }, directory);
  };
}
