import * as v from 'valibot';
import { timestamp } from '../../core/fields.ts';
import { atMost, pathId, queryFlag, queryInteger, queryList, requiredQuery } from '../../http/query.ts';
import { postType } from '../../posts/fields.ts';

/** Each value is one timeline more to read: these bound what one request may ask of the table. */
const MOST_SECTIONS = 50;
const MOST_SECTIONS_AT_ONCE = 20;
const MOST_TAGS = 50;
const LONGEST_SECTION = 500;
const LONGEST_TAG = 200;
const MOST_DAYS = 36_500;

/** Comma-separated or repeated; one without entries counts as not sent. */
const values = (most: number, longest: number) =>
  v.optional(
    v.pipe(
      atMost(queryList, most),
      v.everyItem(value => value.length <= longest, `must have entries of at most ${longest} characters`),
      v.transform(entries => (entries.length > 0 ? entries : undefined)),
    ),
  );

const DAYS_MESSAGE = `must be an integer from 1 to ${MOST_DAYS}`;
const days = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, DAYS_MESSAGE),
  v.transform(Number),
  v.minValue(1, DAYS_MESSAGE),
  v.maxValue(MOST_DAYS, DAYS_MESSAGE),
);

const ORDERS = ['newest', 'oldest', 'updated'] as const;

export const tagValues = values(MOST_TAGS, LONGEST_TAG);

const LONGEST_PHRASE = 500;
export const searchPhrase = requiredQuery(LONGEST_PHRASE);

/** The filters of the general list, by the names of decisions, Lists. All combine with AND. */
export const filterFields = {
  provider_id: v.optional(pathId),
  provider_post_id: v.optional(requiredQuery(300)),
  order: v.optional(v.picklist(ORDERS, `must be one of ${ORDERS.join(', ')}`), 'newest'),
  sections: values(MOST_SECTIONS, LONGEST_SECTION),
  exclude_sections: values(MOST_SECTIONS, LONGEST_SECTION),
  all_sections: values(MOST_SECTIONS_AT_ONCE, LONGEST_SECTION),
  tags: tagValues,
  type: v.optional(postType),
  phrase: v.optional(searchPhrase),
  start_ts: v.optional(v.pipe(queryInteger, timestamp)),
  end_ts: v.optional(v.pipe(queryInteger, timestamp)),
  days: v.optional(days),
  exclude_private: v.optional(queryFlag, '0'),
  removed: v.optional(queryFlag, '0'),
};
export type Filters = v.InferOutput<v.ObjectSchema<typeof filterFields, undefined>>;
