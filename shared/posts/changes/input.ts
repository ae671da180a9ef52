import * as v from 'valibot';
import { queryInteger } from '../../platform/http/query.ts';

const MAX_CHANGES = 100;
const LIMIT_MESSAGE = `must be an integer from 1 to ${MAX_CHANGES}`;
const SINCE_MESSAGE = 'must be a cursor that this feed has given';

/** The query parameters of a feed of changes. */
export const ChangesQuery = v.object({
  /** The `cursor` of an earlier answer; without it, the answer has no changes and the cursor of the feed's end. */
  since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, SINCE_MESSAGE), v.transform(Number))),
  limit: v.optional(
    v.pipe(queryInteger, v.minValue(1, LIMIT_MESSAGE), v.maxValue(MAX_CHANGES, LIMIT_MESSAGE)),
    String(MAX_CHANGES),
  ),
});
export type ChangesQuery = v.InferOutput<typeof ChangesQuery>;

/** What the answers of all feeds have in addition to their changes. */
export const feedFields = {
  /** For the next request: `since`. */
  cursor: v.string(),
  /** Whether more changes are there already. */
  has_more: v.boolean(),
};
