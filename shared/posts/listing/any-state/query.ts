import { makePosition, type Position } from '../../../platform/values/position.ts';
import { EVERYWHERE, secondsRange } from '../../../platform/store/query/scan-range.ts';
import type { Match, TimelineQuery } from '../../../platform/store/query/timeline-query.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { TextSearch } from '../../record/filter.ts';
import { findIndex, PUBLISHED, UNPUBLISHED } from '../../search/note.ts';
import { planSearch } from '../../search/search.ts';
import type { PostRecord, PostStatus } from '../../record/record.ts';
import { TIMELINE } from '../../record/timelines.ts';
import type { Facet } from './filter.ts';
import type { AnyStateQuery } from './input.ts';

type Sort = AnyStateQuery['sort'];
type Ordered = Pick<TimelineQuery, 'terms' | 'without' | 'partOf' | 'range' | 'direction' | 'secondaryOrder'>;

/** A listed post must meet all of these conditions. */
export interface Conditions {
  facets: readonly Facet[];
  search: TextSearch | undefined;
}

/** Reads records in the order of the ids; undefined for a deleted post. */
export type ReadRecords = (ids: readonly number[]) => Promise<(PostRecord | undefined)[]>;

/** The timelines of the posts of each state in the order of updated_ts. */
const BY_UPDATE: Readonly<Record<PostStatus, string>> = {
  draft: TIMELINE.draftUpdated,
  scheduled: TIMELINE.scheduledUpdated,
  published: TIMELINE.updated,
  removed: TIMELINE.removedUpdated,
};

/** The timelines of the posts of each state in the order of created_ts. Drafts and scheduled posts share one; their records tell them apart. */
const BY_CREATION: Readonly<Record<PostStatus, string>> = {
  draft: TIMELINE.draft,
  scheduled: TIMELINE.draft,
  published: TIMELINE.published,
  removed: TIMELINE.removed,
};

/**
 * The states whose posts have the time by which a list is sorted: only scheduled posts are due, and the created_ts of a published post is the
 * time of its publication.
 */
const SORTED: Readonly<Record<Sort, readonly PostStatus[]>> = {
  updated: ['draft', 'scheduled', 'published', 'removed'],
  due: ['scheduled'],
  created: ['draft', 'scheduled', 'published', 'removed'],
  published: ['published'],
};

export function listStates({ state, sort }: AnyStateQuery): PostStatus[] {
  return state.filter(status => SORTED[sort].includes(status));
}

/**
 * Expresses the list as set algebra over timelines. The default order is that of `updated_ts`, the time that each row shows. Edits,
 * publication and scheduling set it. Autosaves, likes, views and the jobs after changes of sections, tags and badges don't change it, nor do
 * edits with `prevent_modifying_updated_ts`. An order by `edited_ts` would need additional entries for published and removed posts, and each
 * autosave would move one.
 */
export function toOrderedQuery(
  query: AnyStateQuery,
  { facets, search }: Conditions,
  read: ReadRecords,
): Ordered {
  const { sort, since, until } = query;
  const states = listStates(query);
  const range = secondsRange(since, until);
  const terms = [...facets.map(facet => toTerm(facet, states)), ...(search?.terms ?? [])];
  const partOf = search && findIndex;
  const all = { without: [], direction: 'newest', secondaryOrder: undefined, partOf } as const;
  // The entries of `due` have only the due time, which the other timelines lack. So the records decide whether the filters match.
  if (sort === 'due') return { ...all, terms: [[TIMELINE.due]], range, direction: 'oldest' };
  if (sort !== 'updated') {
    const whole = [...new Set(states.map(state => BY_CREATION[state]))];
    return { ...all, terms: terms.length > 0 ? terms : [whole], range };
  }
  const places = async (matches: readonly Match[]) =>
    (await read(matches.map(({ id }) => id))).map(post => post && positionIn(sort, post));
  const secondaryOrder = { timelines: states.map(state => BY_UPDATE[state]), range, places };
  return { ...all, terms, range: EVERYWHERE, secondaryOrder };
}

function toTerm({ published, drafts }: Facet, states: readonly PostStatus[]): string[] {
  return [
    ...(states.includes('published') ? published : []),
    ...(states.includes('draft') || states.includes('scheduled') ? drafts : []),
    ...(states.includes('removed') ? [TIMELINE.removed] : []),
  ];
}

/** Plans a search for words. Drafts, scheduled and removed posts have an index of their own. */
export function planWords(query: AnyStateQuery, caller: Caller): TextSearch | undefined {
  const states = listStates(query);
  const indexes = [
    ...(states.includes('published') ? [PUBLISHED] : []),
    ...(states.some(state => state !== 'published') ? [UNPUBLISHED] : []),
  ];
  return query.q === undefined ? undefined : planSearch(query.q, caller, indexes);
}

/** Returns the position of a post in the order of the list. */
export function positionIn(sort: Sort, { id, updated_ts, created_ts, scheduled_at }: PostRecord): Position {
  const times = { updated: updated_ts, due: scheduled_at ?? 0, created: created_ts, published: created_ts };
  return makePosition(times[sort], id);
}
