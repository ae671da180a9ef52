import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { nowMs, nowTs } from '../../platform/core/clock.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { putItem } from '../../platform/store/put.ts';
import { runQuery } from '../../platform/store/query/run.ts';
import { EVERYWHERE } from '../../platform/store/query/scan-range.ts';
import { getItem, type Item } from '../../platform/store/table.ts';
import { makePosition, type Position } from '../../platform/values/position.ts';
import { Posts } from '../record/posts.ts';
import type { PostRecord } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';
import { indexPosts } from './index-posts.ts';
import { readNotes, UNPUBLISHED } from './note.ts';

/**
 * The index of posts that are not published follows their lists by the last update, so that saving a draft writes nothing for it, and a
 * draft that is saved many times is indexed once by each minute's sweep. Its first walk enters the posts of earlier versions.
 *   how far it is    POST_LISTS / searched    {done, after: {<timeline>: position}}
 * What moves no entry to the end of these lists has a job instead (jobs.ts): a post that leaves or joins the published ones, is purged, or
 * is changed without a new `updated_ts`. Only the sweep writes the progress. A crash repeats some posts, whose notes then say that
 * they are done; so does a simultaneous sweep.
 */
export const searchedKey = itemKey(
  'POST_LISTS',
  'searched',
  'progress of indexing posts that are not published',
);

const Searched = v.object({ done: v.boolean(), after: v.record(v.string(), v.string()) });
export type Searched = v.InferOutput<typeof Searched>;

/**
 * Entries are read in the order of their times, but commit later, and clocks differ. So each walk begins this long before the end of the
 * last one.
 */
const LAG_S = 180;
/** An `updated_ts` of this age is certainly within the lag when its write commits. */
const JUST_NOW_S = 30;
const BATCH_SIZE = 16;

const TIMELINES = {
  draft: TIMELINE.draftUpdated,
  scheduled: TIMELINE.scheduledUpdated,
  removed: TIMELINE.removedUpdated,
} as const;

/** Whether a write that is made now puts the post where the sweep will find it. */
export function isFoundBySweep({ status, updated_ts }: PostRecord): boolean {
  return status !== 'removed' && updated_ts >= nowTs() - JUST_NOW_S;
}

export function parseSearched(item: Item | undefined): Searched {
  return item ? v.parse(Searched, item) : { done: false, after: {} };
}

export async function readSearched(): Promise<Searched> {
  return parseSearched(await getItem(searchedKey(), { consistent: false }));
}

/** Whether the sweep has indexed the post as it is, unless a job waits for it. */
export function isSearched({ done, after }: Searched, post: PostRecord): boolean {
  const timeline = post.status === 'published' ? undefined : TIMELINES[post.status];
  return (
    done && (timeline === undefined || makePosition(post.updated_ts, post.id) <= (after[timeline] ?? ''))
  );
}

/** Indexes what was updated since the last sweep. All lists must have their entries. `until`: milliseconds since 1970 */
export async function sweepUnpublished(until: number): Promise<void> {
  const state = await readSearched();
  const swept: SweptTimeline[] = [];
  for (const timeline of Object.values(TIMELINES))
    swept.push(await sweepTimeline(timeline, state.after[timeline], until));
  const next = {
    done: state.done || swept.every(({ isAtEnd }) => isAtEnd),
    after: Object.fromEntries(
      swept.flatMap(({ timeline, after }): [string, Position][] => (after ? [[timeline, after]] : [])),
    ),
  };
  if (!isDeepStrictEqual(next, state)) await putItem({ ...searchedKey(), ...next });
}

interface SweptTimeline {
  timeline: string;
  /** Where the next sweep begins. */
  after: Position | undefined;
  isAtEnd: boolean;
}

async function sweepTimeline(
  timeline: string,
  start: Position | undefined,
  until: number,
): Promise<SweptTimeline> {
  const settled = makePosition(nowTs() - LAG_S, 0);
  let [from, after] = [start, start];
  do {
    const { matches, next } = await runQuery({
      ...{ terms: [[timeline]], without: [], range: EVERYWHERE, direction: 'oldest' },
      ...{ offset: 0, limit: BATCH_SIZE, after: from, consistent: true },
    });
    await indexOutdated(matches.map(({ id }) => id));
    after = matches.findLast(({ at }) => at < settled)?.at ?? after;
    from = next;
  } while (from !== undefined && nowMs() < until);
  return { timeline, after, isAtEnd: from === undefined };
}

/** Indexes the posts whose notes are of another version. */
async function indexOutdated(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const [posts, notes] = await Promise.all([
    Posts.readVersions(ids, { consistent: true }),
    readNotes(ids, UNPUBLISHED),
  ]);
  const outdated = posts.filter(({ value: { id }, version }) => {
    const note = notes.get(id);
    return !note?.complete || note.version !== version;
  });
  if (outdated.length > 0)
    await indexPosts(
      outdated.map(({ value: { id } }) => ({ id })),
      UNPUBLISHED,
    );
}
