import * as v from 'valibot';
import { timestamp } from '../../../platform/values/fields.ts';
import {
  atMost,
  pathId,
  queryFlag,
  queryInteger,
  queryList,
  requiredQuery,
} from '../../../platform/http/query.ts';
import { postType } from '../../record/input-fields.ts';

/** Each value is one more timeline to read, so these limits bound the cost of a request. */
const MAX_SECTIONS = 50;
const MAX_SECTIONS_COMBINED = 20;
const MAX_TAGS = 50;
const MAX_SECTION_LENGTH = 500;
const MAX_TAG_LENGTH = 200;
const MAX_DAYS = 36_500;

/** A list of values, comma-separated or as a repeated parameter; an empty list counts as not sent. */
function values(maxValues: number, maxLength: number) {
  return v.optional(
    v.pipe(
      atMost(queryList, maxValues),
      v.everyItem(value => value.length <= maxLength, `must have entries of at most ${maxLength} characters`),
      v.transform(entries => (entries.length > 0 ? entries : undefined)),
    ),
  );
}

const DAYS_MESSAGE = `must be an integer from 1 to ${MAX_DAYS}`;
const days = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, DAYS_MESSAGE),
  v.transform(Number),
  v.minValue(1, DAYS_MESSAGE),
  v.maxValue(MAX_DAYS, DAYS_MESSAGE),
);

const ORDERS = ['newest', 'oldest', 'updated'] as const;

export const tagValues = values(MAX_TAGS, MAX_TAG_LENGTH);

const MAX_PHRASE_LENGTH = 500;
export const searchPhrase = requiredQuery(MAX_PHRASE_LENGTH);

/** The filters of `GET /posts`. All combine with AND. */
export const filterFields = {
  provider_id: v.optional(pathId),
  provider_post_id: v.optional(requiredQuery(300)),
  order: v.optional(v.picklist(ORDERS, `must be one of ${ORDERS.join(', ')}`), 'newest'),
  sections: values(MAX_SECTIONS, MAX_SECTION_LENGTH),
  exclude_sections: values(MAX_SECTIONS, MAX_SECTION_LENGTH),
  all_sections: values(MAX_SECTIONS_COMBINED, MAX_SECTION_LENGTH),
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
