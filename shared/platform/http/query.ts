import * as v from 'valibot';
import { InvalidInput } from '../core/errors.ts';
import { line } from '../values/bounds.ts';

/** Schemas for values in query strings and paths, which are text. */

function integerText(message: string) {
  return v.pipe(v.string(), v.regex(/^-?\d{1,16}$/, message), v.transform(Number), v.safeInteger(message));
}

const ID_MESSAGE = 'must be an integer from 0 to 2^53-1';
export const pathId = v.pipe(integerText(ID_MESSAGE), v.minValue(0, ID_MESSAGE));

/** The path of a resource with an id. */
export const IdPath = v.object({ id: pathId });

export const queryInteger = integerText('must be an integer');

const TRUE = ['1', 'true'];
export const queryFlag = v.pipe(
  v.picklist(['0', '1', 'true', 'false'], 'must be 0, 1, true or false'),
  v.transform(value => TRUE.includes(value)),
);

export const queryText = line;

/** Comma-separated or repeated; empty entries are ignored. */
export const queryList = v.pipe(
  queryText(10_000),
  v.transform(value =>
    value
      .split(',')
      .map(entry => entry.trim())
      .filter(entry => entry !== ''),
  ),
);

/** `safe=1` makes HTML in an answer safe to show. */
export const safeFields = { safe: v.optional(queryFlag, '0') };

const MAX_OFFSET = 10_000;

/** `offset`, `limit` and `cursor` of a paged list. A limit out of range is rejected, never clamped. */
export function pageFields(initial: number, most: number) {
  const limitMessage = `must be an integer from 1 to ${most}`;
  return {
    offset: v.optional(
      v.pipe(
        integerText('must be an integer of at least 0'),
        v.minValue(0, 'must be an integer of at least 0'),
        v.maxValue(
          MAX_OFFSET,
          `must be at most ${MAX_OFFSET}; page further with the cursor of the Link header`,
        ),
      ),
      '0',
    ),
    limit: v.optional(
      v.pipe(integerText(limitMessage), v.minValue(1, limitMessage), v.maxValue(most, limitMessage)),
      String(initial),
    ),
    cursor: v.optional(queryText(200)),
  };
}

/** An empty list chooses nothing, like one that is not sent: forms send parameters that nobody filled in. */
const fieldNames = v.optional(
  v.pipe(
    queryList,
    v.transform(names => (names.length > 0 ? names : undefined)),
  ),
);

export const selectionFields = { include_fields: fieldNames, exclude_fields: fieldNames };
export type Selection = v.InferOutput<v.ObjectSchema<typeof selectionFields, undefined>>;

/** Selects fields of a record for an answer; unknown names are ignored. */
export function selectFields<T extends object>(
  record: T,
  { include_fields, exclude_fields }: Selection,
): Partial<T> {
  if (!include_fields && !exclude_fields) return record;
  // Excluding is fastest on a copy with undefined values, which JSON leaves out.
  const chosen: Partial<T> = include_fields ? {} : { ...record };
  for (const name in record) {
    if (exclude_fields?.includes(name)) chosen[name] = undefined;
    else if (include_fields?.includes(name)) chosen[name] = record[name];
  }
  return chosen;
}

/** Reports faults from several sources in one answer. @throws InvalidInput when there are any */
export function throwFaults(messages: readonly string[]): void {
  if (messages.length > 0) throw new InvalidInput(messages);
}

export function requiredQuery(most: number) {
  return v.pipe(queryText(most), v.minLength(1, 'must not be empty'));
}

/** A required list with a maximal length. */
export function atMost(list: typeof queryList, most: number) {
  return v.pipe(list, v.maxLength(most, `must have at most ${most} entries`));
}

/** Exceeds every name and email address. Entries become table keys, which are limited to 2,048 bytes. */
const MAX_NAME_CHARACTERS = 300;

/** A required list of up to 100 names or email addresses. */
export const queryNames = v.pipe(
  atMost(queryList, 100),
  v.everyItem(
    entry => entry.length <= MAX_NAME_CHARACTERS,
    `must have entries of at most ${MAX_NAME_CHARACTERS} characters`,
  ),
);
