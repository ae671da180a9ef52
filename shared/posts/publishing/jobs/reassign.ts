import * as v from 'valibot';
import { nowMs } from '../../../platform/core/clock.ts';
import { findPublicPath } from '../../changes/post-change.ts';
import { buildPath } from '../../paths/permalink.ts';
import { listPostSections, type PostRecord } from '../../record/record.ts';
import { TIMELINE } from '../../record/timelines.ts';
import type { Directory } from '../../../taxonomy/sections/directory.ts';
import { endProgress, moveProgress, Reassignment } from '../../../taxonomy/sections/progress.ts';
import { SECTION, STATUS, waitingKey } from '../../../taxonomy/sections/record.ts';
import { readSections } from '../../../taxonomy/sections/read.ts';
import { sectionsGuard } from '../../../taxonomy/sections/version-guard.ts';
import { PATIENCE_MS } from '../../../platform/store/retry.ts';
import { countEntries, readPage } from '../../../platform/store/timeline.ts';
import { retryInTurn } from '../../../platform/store/turns.ts';
import { recomputeSections } from '../membership.ts';
import { rewritePosts, type Budget, type Change } from './rewrite.ts';

/**
 * The job that follows a section change (taxonomy/sections/progress.ts): walks the timelines of the changed tags, or of the section that was
 * deleted, hidden or shown, and recomputes the sections of every post in them, and whether it is public. It first raises the version
 * guard, which ensures that a post written during the walk was computed from the changed sections. So the walk may be interrupted and
 * resumed anywhere, run twice, or run at the same time as other walks.
 */
const PAGE_SIZE = 100;
/** The queue of jobs that met contention (platform/store/turns.ts). */
const JOBS_QUEUE = waitingKey.partition(SECTION.declared.pk, 'reassignments');

/** @returns the job with its progress, or undefined when it is done */
export async function reassign(job: unknown, budget: Budget): Promise<Reassignment | undefined> {
  let state = v.parse(Reassignment, job);
  if (state.rev > 0) {
    await sectionsGuard.raise(state.rev);
    state = { ...state, rev: 0 };
  }
  let isUpToDate = false;
  const timelines = listTimelines(state);
  for (let left = budget.posts; ;) {
    const timeline = timelines[state.timeline];
    if (timeline === undefined) {
      if (state.progress !== null) await endProgress(state.progress);
      return undefined;
    }
    if (left <= 0 || nowMs() > budget.until) return state;
    const page = await readPage({
      timelines: [timeline],
      offset: 0,
      limit: Math.min(PAGE_SIZE, left),
      after: state.after,
      consistent: true,
    });
    // Sections cached before the change would leave posts unchanged that it affects.
    if (!isUpToDate && page.ids.length > 0) await readSections();
    isUpToDate ||= page.ids.length > 0;
    await recomputePosts(page.ids, state.section_id, budget);
    left -= page.ids.length;
    const done = state.done + page.ids.length;
    state =
      page.next === undefined
        ? { ...state, done, timeline: state.timeline + 1, after: undefined }
        : { ...state, done, after: page.next };
    if (done >= PAGE_SIZE) state = await showProgress(state, timelines);
  }
}

/**
 * Simultaneous jobs of sections that share a tag recompute the same posts. Those that meet contention take turns, and the first one computes
 * from all sections written so far, so that the others find their posts as they should be: reads instead of writes.
 */
async function recomputePosts(
  ids: readonly number[],
  section: number | null,
  { until }: Budget,
): Promise<void> {
  const complete = withFormerPath(section);
  const attempt = async (hasTurn: boolean): Promise<void> => {
    if (hasTurn) await readSections();
    await rewritePosts(ids, recompute, { once: !hasTurn, complete });
  };
  await retryInTurn(JOBS_QUEUE, attempt, Math.min(PATIENCE_MS, until - nowMs()));
}

/** A post whose sections stay the same is rewritten when it becomes private or public, because the feed of changes must report that. */
function recompute(post: PostRecord, directory: Directory): PostRecord {
  const next = recomputeSections(post, directory);
  return post.public_path === undefined ? next : { ...next, public_path: findPublicPath(next, directory) };
}

/**
 * Earlier versions did not store whether a post was public. The section that was hidden or shown decides: a post is private when all of its
 * sections are. When the section was deleted, the former state is unknown.
 */
function withFormerPath(id: number | null): Change {
  return (post, directory) => {
    const section = id === null ? undefined : directory.get(id);
    const sections = listPostSections(post);
    if (post.public_path !== undefined || !section || !sections.includes(section.id)) return post;
    const others = sections.filter(other => other !== section.id);
    const isHidden = section.status === STATUS.private;
    const wasPublic = isHidden || (others.length > 0 && !directory.arePrivate(others));
    const isPublished = post.status === 'published';
    return { ...post, public_path: isPublished && wasPublic ? buildPath(post, directory) : null };
  };
}

/** Shows how far a job of more than one page is. */
async function showProgress(state: Reassignment, timelines: readonly string[]): Promise<Reassignment> {
  if (state.progress === null) return state;
  const total = state.total ?? (await countEntries(timelines));
  await moveProgress(state.progress, state.done, total);
  return { ...state, total };
}

function listTimelines({ tags, section_id: id }: Reassignment): string[] {
  const ofTags = tags.flatMap(tag => [TIMELINE.tag(tag), TIMELINE.draftTag(tag)]);
  return id === null ? ofTags : [...ofTags, TIMELINE.section(id), TIMELINE.draftSection(id)];
}
