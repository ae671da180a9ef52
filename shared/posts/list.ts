import { readsConsistently, type Caller } from '../http/caller.ts';
import type { Answer } from '../http/endpoint.ts';
import { selectFields, type Selection } from '../http/query.ts';
import { ANONYMOUS } from '../http/caller.ts';
import { readPage, type Position } from '../store/timeline.ts';
import type { PostAnswer } from './answer.ts';
import { presentPosts } from './present.ts';
import { readPosts } from './read.ts';
import type { PostStatus } from './record.ts';
import { TIMELINE } from './timelines.ts';

export interface ListRequest {
  caller: Caller;
  query: Selection & { offset: number; limit: number };
  after: Position | undefined;
}

interface List {
  timelines: readonly string[];
  /** What the timelines hold; a post that has left the state between the two reads is left out. */
  statuses: readonly PostStatus[];
  draftUrl?: boolean;
}

const CONTENT_FIELDS = ['body', 'listicle'];

/** One page of posts, newest first: a Query per timeline and one BatchGetItem, whatever the table's size. */
export async function listPosts(
  { caller, query, after }: ListRequest,
  list: List,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const consistent = readsConsistently(caller);
  const { timelines, statuses } = list;
  const page = await readPage({ timelines, offset: query.offset, limit: query.limit, after, consistent });
  const posts = await readPosts(page.ids, { content: wantsContent(query), consistent });
  const answers = await presentPosts(
    posts.filter(post => statuses.includes(post.value.status)),
    { draftUrl: list.draftUrl ?? false },
  );
  const visible = caller === ANONYMOUS ? answers.filter(answer => !answer.is_private) : answers;
  return { body: visible.map(answer => selectFields(answer, query)), next: page.next };
}

/** Bodies are read only where they are answered. */
const wantsContent = ({ include_fields, exclude_fields }: Selection): boolean =>
  CONTENT_FIELDS.some(name => (include_fields?.includes(name) ?? true) && !exclude_fields?.includes(name));

/** `removed=1` adds the removed posts to a list. */
export const withRemoved = (timeline: string, statuses: readonly PostStatus[], removed: boolean): List =>
  removed
    ? { timelines: [timeline, TIMELINE.removed], statuses: [...statuses, 'removed'] }
    : { timelines: [timeline], statuses };

/** A list that nothing is in: of an unknown section, tag or author. */
export const nothing = (): Answer<Partial<PostAnswer>[]> => ({ body: [], next: undefined });
