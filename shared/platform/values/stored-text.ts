import * as v from 'valibot';
import { cleanData, cleanLine, cleanText } from './clean.ts';
import { isArray, isObject, isRecord } from '../core/matches.ts';

/**
 * Schemas of stored texts. They are cleaned when a record is read, because releases up to 0.1 stored them as sent. Values in keys of the
 * table (emails, urls, provider ids) are plain strings: a cleaned one would no longer lead to its key.
 */
interface Cleaned {
  clean: (value: unknown) => unknown;
}

function cleaned<S extends v.GenericSchema>(schema: S, clean: (text: string) => string): S & Cleaned {
  return { ...schema, clean: value => (typeof value === 'string' ? clean(value) : value) };
}

/** A text of several lines. */
export const storedText = cleaned(v.string(), cleanText);

/** A text of one line. */
export const storedLine = cleaned(v.string(), cleanLine);

/** v.record would drop members named `constructor` or `__proto__`, which callers may send and must get back. */
export const StoredObject = v.custom<Record<string, unknown>>(
  value => typeof value === 'object' && value !== null,
);

/** Adds cleaning to the schema of custom data. */
export function storedData<S extends v.GenericSchema>(schema: S): S & Cleaned {
  return { ...schema, clean: value => cleanData(value, JSON.stringify(value)) };
}

/** JSON that may contain a text which cleaning changes; records without line breaks in their texts are rarely among it. */
const SUSPICIOUS_JSON = /[\u007F-\u009F\uFFFE\uFFFF]|\\[bfnrtu]/;

/** Cleans the stored texts of a value that matches the schema, in place. `json` is the value's JSON, which is tested in one pass. */
export function cleanStored(schema: v.GenericSchema<unknown, object>, value: object, json: string): void {
  if (SUSPICIOUS_JSON.test(json)) cleanBy(schema, value);
}

function cleanBy(schema: v.GenericSchema, value: unknown): unknown {
  if (isCleaned(schema)) return schema.clean(value);
  if (isWrapping(schema)) return cleanBy(schema.wrapped, value);
  if (isArray(schema) && Array.isArray(value)) return value.map(item => cleanBy(schema.item, item));
  if (isObject(schema) && isRecord(value))
    for (const [name, part] of Object.entries(schema.entries))
      if (value[name] !== undefined) value[name] = cleanBy(part, value[name]);
  return value;
}

function isCleaned(schema: v.GenericSchema): schema is v.GenericSchema & Cleaned {
  return 'clean' in schema;
}

function isWrapping(schema: v.GenericSchema): schema is v.GenericSchema & { wrapped: v.GenericSchema } {
  return 'wrapped' in schema;
}
