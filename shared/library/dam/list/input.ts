import * as v from 'valibot';
import { atMost, pageFields, pathId, queryFlag, queryList, queryText } from '../../../platform/http/query.ts';
import { sizesField } from '../input.ts';
import { parseIsoDate } from './iso-date.ts';

/** Each tag adds up to eight timelines to read: the limit bounds the reads of one request. */
const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 200;
const MAX_SEARCH_LENGTH = 500;
const MIN_SEARCH_LENGTH = 3;
const MAX_ASSETS = 100;

function choice<const T extends readonly string[]>(...values: T) {
  return v.picklist(values, `must be one of ${values.join(', ')}`);
}

/** Comma-separated or repeated; an empty list counts as not sent. */
const tags = v.pipe(
  atMost(queryList, MAX_TAGS),
  v.everyItem(
    tag => tag.length <= MAX_TAG_LENGTH,
    `must have entries of at most ${MAX_TAG_LENGTH} characters`,
  ),
  v.transform(entries => (entries.length > 0 ? entries : undefined)),
);

const search = v.pipe(
  queryText(MAX_SEARCH_LENGTH),
  v.check(
    text => Array.from(text.trim()).length >= MIN_SEARCH_LENGTH,
    `must have at least ${MIN_SEARCH_LENGTH} characters`,
  ),
);

const date = v.pipe(
  queryText(40),
  v.check(text => parseIsoDate(text) !== undefined, 'must be a date such as 2026-11-21'),
);

const { offset, cursor, limit: count } = pageFields(MAX_ASSETS, MAX_ASSETS);

/** The list's query parameters. All filters combine with AND, the tags among themselves with OR. */
export const AssetListQuery = v.object({
  type: v.optional(choice('all', 'admin', 'community')),
  file_type: v.optional(choice('image', 'file', 'all'), 'all'),
  in_trash: v.optional(queryFlag),
  tags: v.optional(tags),
  user_id: v.optional(pathId),
  date_added: v.optional(date),
  search: v.optional(search),
  file_id: v.optional(pathId),
  offset,
  cursor,
  count,
  sort_by: v.optional(choice('created_ts', 'score'), 'created_ts'),
  order: v.optional(choice('asc', 'desc'), 'desc'),
  ...sizesField,
});
export type AssetListQuery = v.InferOutput<typeof AssetListQuery>;
