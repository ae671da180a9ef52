import { Authors } from '../../../people/authors/record.ts';
import { Images } from '../../../library/images/record.ts';
import { readsConsistently, type Caller } from '../../../platform/http/caller.ts';
import type { Answer } from '../../../platform/http/endpoint.ts';
import { REFERENCE_LIFE_MS, TimedCache } from '../../../platform/core/cache.ts';
import { runQuery } from '../../../platform/store/query/run.ts';
import type { Match, Test } from '../../../platform/store/query/timeline-query.ts';
import type { Versioned } from '../../../platform/store/records/record.ts';
import { getItems, keyText, type Consistency } from '../../../platform/store/table.ts';
import type { Position } from '../../../platform/values/position.ts';
import { enteredKey, parseEntered } from '../../record/entered.ts';
import { readPacked } from '../../record/read.ts';
import type { PostRecord } from '../../record/record.ts';
import { mayReadStaged, readStagedIds } from '../../staged/read.ts';
import { StagedChanges, type StagedRecord } from '../../staged/record.ts';
import { parseSearched, searchedKey } from '../../search/unpublished.ts';
import { byText } from '../filters/query.ts';
import { parseFacets } from './filter.ts';
import { withSort, type AnyStateQuery } from './input.ts';
import {
  listStates,
  planWords,
  positionIn,
  toOrderedQuery,
  type Conditions,
  type ReadRecords,
} from './query.ts';
import { presentRow, type AnyStateRow } from './row.ts';

interface Request {
  caller: Caller;
  query: Parameters<typeof withSort>[0];
  after: Position | undefined;
}

/**
 * One page of the posts in any state. Timelines name the candidates, and each one's record decides, because it may have been written
 * since; the rows are made of these same records. So the whole list takes two round trips: its timelines, and the records.
 */
export async function listInAnyState({
  caller,
  query: sent,
  after,
}: Request): Promise<Answer<AnyStateRow[]>> {
  const query = withSort(sent);
  const facets = await parseFacets(query, caller);
  const search = planWords(query, caller);
  if (!facets || listStates(query).length === 0 || (query.q !== undefined && !search)) return { body: [] };
  const conditions = { facets, search };
  const records = new Records({ consistent: readsConsistently(caller) });
  const [{ matches, next }, isIncomplete] = await Promise.all([
    runQuery({
      ...toOrderedQuery(query, conditions, records.read),
      test: toTest(query, conditions, records),
      offset: 0,
      limit: query.limit,
      after,
      consistent: records.consistent,
    }),
    readIsIncomplete(query),
    records.stagedIds,
  ]);
  await records.read(matches.map(({ id }) => id));
  const body = await presentRows(
    records,
    matches.flatMap(({ id }) => records.known.get(id) ?? []),
    caller,
  );
  return { body, next, isIncomplete };
}

/** Caches which backfills are done. A backfill that begins again after an upgrade is noticed within seconds. */
const done = new TimedCache<'lists' | 'words', true>(REFERENCE_LIFE_MS);

/** Whether the sweep has not yet entered all posts of earlier versions into the lists, or all their words into the index. */
async function readIsIncomplete({ q }: AnyStateQuery): Promise<boolean> {
  const isDone = (): boolean => done.get('lists') === true && (q === undefined || done.get('words') === true);
  if (isDone()) return false;
  const [entered, searched] = [enteredKey(), searchedKey()];
  const items = await getItems([entered, searched], { consistent: false });
  if (parseEntered(items.get(keyText(entered))).done) done.set('lists', true);
  if (parseSearched(items.get(keyText(searched))).done) done.set('words', true);
  return !isDone();
}

/** Reads records and their staged changes, and keeps them for the rest of the request. */
class Records {
  readonly known = new Map<number, Versioned<PostRecord>>();
  readonly staged = new Map<number, Versioned<StagedRecord>>();
  readonly consistent: boolean;
  /** The posts with staged changes, which are read at the same time as the timelines. */
  readonly stagedIds: ReturnType<typeof readStagedIds>;

  constructor({ consistent }: Consistency) {
    this.consistent = consistent;
    this.stagedIds = readStagedIds({ consistent });
  }

  readonly read: ReadRecords = async ids => {
    const missing = ids.filter(id => !this.known.has(id));
    if (missing.length > 0) await this.#readMissing(missing);
    return ids.map(id => this.known.get(id)?.value);
  };

  async #readMissing(ids: readonly number[]): Promise<void> {
    const staged = await this.stagedIds;
    const [posts, changes] = await Promise.all([
      readPacked(ids, { content: false, stats: false, consistent: this.consistent }),
      StagedChanges.readVersions(staged ? ids.filter(id => staged.has(id)) : ids, {
        consistent: this.consistent,
      }),
    ]);
    for (const post of posts) this.known.set(post.value.id, post);
    for (const change of changes) this.staged.set(change.value.id, change);
  }
}

function toTest(query: AnyStateQuery, { facets, search }: Conditions, records: Records): Test {
  const states = listStates(query);
  // An entry counts only at the record's present position: an outdated one would list the post twice.
  const accepts = (post: PostRecord, { at }: Match): boolean =>
    states.includes(post.status) &&
    positionIn(query.sort, post) === at &&
    facets.every(facet => facet.has(post));
  // The timelines of words do not have the order of `due`, so the records decide whether the words match.
  if (search && (search.needsText || query.sort === 'due')) return byText(search, { accepts }, records);
  return async matches => {
    const posts = await records.read(matches.map(({ id }) => id));
    return matches.map((match, index) => {
      const post = posts[index];
      return post !== undefined && accepts(post, match);
    });
  };
}

async function presentRows(
  { staged }: Records,
  posts: readonly Versioned<PostRecord>[],
  caller: Caller,
): Promise<AnyStateRow[]> {
  const [authors, images] = await Promise.all([
    Authors.known([...new Set(posts.flatMap(({ value }) => value.roar_author_ids))]),
    Images.known(posts.flatMap(({ value }) => value.image_id ?? [])),
  ]);
  return posts.map(post => {
    const change = mayReadStaged(caller, post.value) ? staged.get(post.value.id) : undefined;
    return presentRow(post, authors, images, change);
  });
}
