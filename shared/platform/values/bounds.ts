import * as v from 'valibot';
import { cleanLine, cleanText } from './clean.ts';

/**
 * Schemas that check a value's size before its content, and stop there when it is too large. Without them valibot matches a text's
 * patterns and parses every entry of a list before it checks lengths.
 */

/** Parsing of a list or record stops at this many faults, because each takes memory. */
const MAX_FAULTS = 1000;

type Config = v.Config<v.BaseIssue<unknown>>;
type Wrap = <S extends v.GenericSchema>(schema: S) => S;

/** Runs the schema only on values within bounds. Others count as wrongly typed, so that no later check runs on them. */
function bounded<S extends v.GenericSchema>(
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

/** A string with a maximal length in UTF-16 code units. */
export function boundedString(most: number, notAText?: string) {
  const message = `must have at most ${most} characters`;
  return bounded(
    v.pipe(v.string(notAText), v.maxLength(most, message)),
    value => typeof value !== 'string' || value.length <= most,
    message,
  );
}

/** A bounded text of several lines, cleaned. */
export function text(most: number, notAText?: string) {
  return v.pipe(boundedString(most, notAText), v.transform(cleanText));
}

/** A bounded text of one line, cleaned of all control characters. */
export function line(most: number, notAText?: string) {
  return v.pipe(boundedString(most, notAText), v.transform(cleanLine));
}

/** An integer within bounds; the message names both. */
export function integerFrom(least: number, most: number, message: string) {
  return v.pipe(v.number(), v.safeInteger(message), v.minValue(least, message), v.maxValue(most, message));
}

/** A list with a maximal length. */
export function boundedList<S extends v.GenericSchema>(item: S, most: number, notAList?: string) {
  const message = `must have at most ${most} items`;
  const list = v.pipe(v.array(item, notAList), v.maxLength(most, message));
  return bounded(
    stopEarly(list, counted => v.array(counted(item), notAList)),
    value => !Array.isArray(value) || value.length <= most,
    message,
  );
}

/** An object with arbitrary keys, up to a maximal number. */
export function boundedRecord<
  K extends v.BaseSchema<string, string, v.BaseIssue<unknown>>,
  S extends v.GenericSchema,
>(key: K, value: S, most: number) {
  const message = `must have at most ${most} entries`;
  const record = v.pipe(v.record(key, value), v.maxEntries(most, message));
  return bounded(
    stopEarly(record, counted => v.record(counted(key), counted(value))),
    sent => typeof sent !== 'object' || sent === null || countKeys(sent) <= most,
    message,
  );
}

/** Counts an array's keys without creating them. */
function countKeys(value: object): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** Runs the schema with counted parts, and stops at MAX_FAULTS. */
function stopEarly<S extends v.GenericSchema>(schema: S, counting: (counted: Wrap) => v.GenericSchema): S {
  return {
    ...schema,
    '~run'(dataset, config) {
      let faults = 0;
      const counted: Wrap = part => ({
        ...part,
        '~run'(partDataset: v.UnknownDataset, inner: Config) {
          const outcome = part['~run'](partDataset, inner);
          faults += outcome.issues?.length ?? 0;
          return outcome;
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
