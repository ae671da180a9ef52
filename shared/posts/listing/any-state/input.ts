import * as v from 'valibot';
import { timestamp } from '../../../platform/values/fields.ts';
import {
  pageFields,
  queryFlag,
  queryInteger,
  queryList,
  requiredQuery,
} from '../../../platform/http/query.ts';
import { searchPhrase } from '../filters/input.ts';
import { PostStatus } from '../../record/record.ts';

const STATES = PostStatus.options;
const SORTS = ['updated', 'due', 'created', 'published'] as const;

const states = v.pipe(
  queryList,
  v.everyItem(state => v.is(PostStatus, state), `must have entries of ${STATES.join(', ')}`),
  v.transform(sent => (sent.length === 0 ? STATES : STATES.filter(state => sent.includes(state)))),
);

const { limit, cursor } = pageFields(20, 100);
const MAX_NAME_LENGTH = 500;
const time = v.optional(v.pipe(queryInteger, timestamp));

/** The query parameters of `GET /editor/posts`. All filters combine with AND. */
export const AnyStateQuery = v.object({
  state: v.optional(states, STATES.join()),
  section: v.optional(requiredQuery(MAX_NAME_LENGTH)),
  tag: v.optional(requiredQuery(MAX_NAME_LENGTH)),
  /** `me`, an id or a name. */
  author: v.optional(requiredQuery(MAX_NAME_LENGTH)),
  q: v.optional(searchPhrase),
  /** Bounds of the time by which the list is sorted, in Unix seconds, inclusive. */
  since: time,
  until: time,
  sort: v.optional(v.picklist(SORTS, `must be one of ${SORTS.join(', ')}`)),
  /** Whether the answer has `x-counts`. */
  counts: v.optional(queryFlag, '0'),
  limit,
  cursor,
});
type Sort = (typeof SORTS)[number];

/** The query parameters with the order that applies to the list. */
export type AnyStateQuery = v.InferOutput<typeof AnyStateQuery> & { sort: Sort };

/** Adds the default order. Searches are newest first, like those of published posts, because the timelines of words have this order. */
export function withSort(query: v.InferOutput<typeof AnyStateQuery>): AnyStateQuery {
  return { ...query, sort: query.sort ?? (query.q === undefined ? 'updated' : 'created') };
}
