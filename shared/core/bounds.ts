import * as v from 'valibot';

/**
 * The size of a value is judged before anything in it, and a value that is too large is judged no further: valibot by itself runs the
 * patterns of a text and looks at every entry of a list before their lengths.
 */

/** A list, or an object of any keys, with more faults than this is judged no further: each fault takes memory. */
const MAX_FAULTS = 1000;

type Config = v.Config<v.BaseIssue<unknown>>;
type Wrap = <S extends v.GenericSchema>(schema: S) => S;

/** The schema, run only for values that are small enough. What is refused counts as of the wrong type, so that no later check looks at it. */
export function bounded<S extends v.GenericSchema>(
  schema: S,
  isWithin: (value: unknown) => boolean,
  message: string,
): S {
  const refusing = v.custom(() => false, message);
  return {
    ...schema,
    '~run': (dataset, config) => (isWithin(dataset.value) ? schema : refusing)['~run'](dataset, config),
  };
}

/** A text of at most so many UTF-16 units. */
export function boundedString(most: number, notAText?: string) {
  const message = `must have at most ${most} characters`;
  return bounded(
    v.pipe(v.string(notAText), v.maxLength(most, message)),
    value => typeof value !== 'string' || value.length <= most,
    message,
  );
}

/** A text to store: bounded, and of whole characters. */
export function text(most: number, notAText?: string) {
  return v.pipe(
    boundedString(most, notAText),
    v.check(value => value.isWellFormed(), 'must be valid Unicode'),
  );
}

/** A list of at most so many entries. */
export function listOf<S extends v.GenericSchema>(item: S, most: number, notAList?: string) {
  const message = `must have at most ${most} items`;
  const list = v.pipe(v.array(item, notAList), v.maxLength(most, message));
  return bounded(
    stoppingEarly(list, counted => v.array(counted(item), notAList)),
    value => !Array.isArray(value) || value.length <= most,
    message,
  );
}

/** An object of any keys, of at most so many. */
export function recordOf<
  K extends v.BaseSchema<string, string, v.BaseIssue<unknown>>,
  S extends v.GenericSchema,
>(key: K, value: S, most: number) {
  const message = `must have at most ${most} entries`;
  const record = v.pipe(v.record(key, value), v.maxEntries(most, message));
  return bounded(
    stoppingEarly(record, counted => v.record(counted(key), counted(value))),
    sent => typeof sent !== 'object' || sent === null || sizeOf(sent) <= most,
    message,
  );
}

/** The keys of an array are as many as its entries, and need not be made to be counted. */
function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** The schema, run as one whose parts are counted: no further part is judged once there are MAX_FAULTS. */
function stoppingEarly<S extends v.GenericSchema>(
  schema: S,
  counting: (counted: Wrap) => v.GenericSchema,
): S {
  return {
    ...schema,
    '~run'(dataset, config) {
      let faults = 0;
      const counted: Wrap = part => ({
        ...part,
        '~run'(one: v.UnknownDataset, inner: Config) {
          const judged = part['~run'](one, inner);
          faults += judged.issues?.length ?? 0;
          return judged;
        },
      });
      const limited: Config = {
        ...config,
        get abortEarly() {
          return faults >= MAX_FAULTS;
        },
      };
      return counting(counted)['~run'](dataset, limited);
    },
  };
}
