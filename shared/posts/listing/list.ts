import { idAt, type Position } from '../../platform/values/position.ts';
import { ANONYMOUS, readsConsistently, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { pageFields, selectFields, selectionFields, type Selection } from '../../platform/http/query.ts';
import { isVisible, mayRead, readsOnlyOwnDrafts } from '../record/access.ts';
import type { PostAnswer } from '../record/answer.ts';
import { findCut } from '../record/post.ts';
import { presentPosts } from '../answers/present.ts';
import { readPosts, readRecords, type Parts } from '../record/read.ts';
import type { PostStatus } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';
import { runQuery } from '../../platform/store/query/run.ts';
import { EVERYWHERE } from '../../platform/store/query/scan-range.ts';
import type { TimelineQuery } from '../../platform/store/query/timeline-query.ts';
import { readPage } from '../../platform/store/timeline.ts';

export interface ListRequest {
  caller: Caller;
  query: Selection & { offset: number; limit: number };
  after: Position | undefined;
}

interface List {
  timelines: readonly string[];
  /** The statuses of the timelines' posts. A post that changes its status between the two reads is left out. */
  statuses: readonly PostStatus[];
  draftUrl?: boolean | undefined;
}

/**
 * Of the contents of a page without a key; a page that exceeds it ends early, with a link to the rest. Such a page fits an answer in
 * base64, so that it needs no compression to fit.
 */
const MAX_KEYLESS_PAGE_BYTES = 4_400_000;

/** What a page of posts reads of them. */
export function pageParts(query: Selection, caller: Caller): Parts {
  const maxBytes = caller === ANONYMOUS ? MAX_KEYLESS_PAGE_BYTES : undefined;
  const [content, stats] = [selectsAny(query, CONTENT_FIELDS), selectsAny(query, STAT_FIELDS)];
  return { content, stats, consistent: readsConsistently(caller), maxBytes };
}

/** In items of their own, which are not read where no such field is selected. */
const CONTENT_FIELDS = ['body', 'listicle'];
const STAT_FIELDS = ['stats', 'likes'];

const DEFAULT_LIMIT = 10;

/** The query parameters of every list of posts: page and selection of fields. */
export function listQuery(maxLimit = 100) {
  return {
    ...pageFields(DEFAULT_LIMIT, maxLimit),
    ...selectionFields,
  };
}

/**
 * One page of a list that needs a key, newest first: a Query per timeline and one BatchGetItem for a table of any size. Public
 * lists fill their pages with visible posts, see filters/list.ts.
 */
export async function listPosts(
  { caller, query, after }: ListRequest,
  { timelines, statuses, draftUrl }: List,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const consistent = readsConsistently(caller);
  const wanted = { offset: query.offset, limit: query.limit, after, consistent };
  const { skip, ...page } = readsOnlyOwnDrafts(caller)
    ? await readReadable(caller, timelines, wanted)
    : { ...(await readPage({ timelines, ...wanted })), skip: 0 };
  return { ...(await answerPage({ caller, query }, page, { statuses, draftUrl })), skip };
}

/** A page of the posts that the caller may know of. Where these are rare, it ends early, and its cursor continues from there. */
async function readReadable(
  caller: Caller,
  timelines: readonly string[],
  wanted: Pick<TimelineQuery, 'offset' | 'limit' | 'after' | 'consistent'>,
): Promise<{ positions: Position[]; next?: Position | undefined; skip: number }> {
  const { matches, next, skip } = await runQuery({
    ...wanted,
    terms: [timelines],
    without: [],
    range: EVERYWHERE,
    direction: 'newest',
    test: async entries => {
      const ids = entries.map(({ id }) => id);
      const posts = await readRecords(ids, wanted);
      return posts.map(post => post !== undefined && mayRead(caller, post));
    },
  });
  return { positions: matches.map(({ at }) => at), next, skip };
}

/** Answers a page with the posts at its positions, in their order. */
export async function answerPage(
  { caller, query }: Pick<ListRequest, 'caller' | 'query'>,
  page: { positions: readonly Position[]; next?: Position | undefined },
  { statuses, draftUrl = false }: Pick<List, 'statuses' | 'draftUrl'>,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const ids = page.positions.map(idAt);
  const parts = pageParts(query, caller);
  const posts = await readPosts(ids, parts);
  const cut = findCut(ids, posts, parts);
  const next = cut === undefined ? page.next : page.positions.find(position => idAt(position) === cut);
  const answers = await presentPosts(
    posts.filter(({ value }) => statuses.includes(value.status) && mayRead(caller, value)),
    { draftUrl, caller },
  );
  const visible = answers.filter(answer => isVisible(answer, caller));
  return { body: visible.map(answer => selectFields(answer, query)), next };
}

function selectsAny({ include_fields, exclude_fields }: Selection, names: readonly string[]): boolean {
  return names.some(name => (include_fields?.includes(name) ?? true) && !exclude_fields?.includes(name));
}

/** With `removed=1` and a key, a list has the removed posts too. */
export function withRemoved(
  timeline: string,
  statuses: readonly PostStatus[],
  { query, caller }: { query: { removed: boolean }; caller: Caller },
): List {
  return query.removed && caller !== ANONYMOUS
    ? { timelines: [timeline, TIMELINE.removed], statuses: [...statuses, 'removed'] }
    : { timelines: [timeline], statuses };
}

/** The list of an unknown section, tag or author. */
export function emptyList(): Answer<Partial<PostAnswer>[]> {
  return { body: [], next: undefined };
}
