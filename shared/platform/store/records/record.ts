import * as v from 'valibot';
import { DerivedCache } from '../../core/derived-cache.ts';
import { complete } from '../../core/complete.ts';
import { assertMatches } from '../../core/matches.ts';
import { cleanStored } from '../../values/stored-text.ts';
import type { Item, Key } from '../table.ts';

/** A record with the version that a conditional write compares. */
export interface Versioned<T> {
  version: number;
  value: T;
}

const Envelope = v.object({ pk: v.string(), version: v.number(), data: v.string() });

/** The JSON of a record and the parsed record together are estimated to take this many bytes for each character of the JSON. */
const BYTES_PER_CHARACTER = 4;

/** The latest parsed records of partitions that have one record each. */
export class ParsedRecords<T extends object> extends DerivedCache<string, T> {
  constructor(maxBytes: number) {
    super({ isSame: (one, other) => one === other, maxBytes });
  }
}

/**
 * A record is one JSON document in the attribute `data`: DynamoDB's own maps reject deep nesting, large numbers and lone surrogates, and
 * are ten times slower to read. Only attributes that conditions or time to live need are stored next to it.
 */
export function recordItem(key: Key, version: number, value: unknown, attributes: Item = {}): Item {
  return { ...attributes, ...key, version, data: JSON.stringify(value) };
}

/**
 * Validates the document, adds the defaults of the fields that it lacks (platform/core/complete.ts), cleans the texts that its schema marks, and
 * returns it as JSON.parse made it: a schema's output is a copy in V8's slow dictionary mode (platform/text/shape.ts), and so is everything made
 * from it. Fields that only another version of the service knows stay in it.
 * @throws ValiError when the document doesn't match the schema
 */
export function parseRecord<T extends object>(
  schema: v.GenericSchema<unknown, T>,
  item: Item,
  parsed?: ParsedRecords<T>,
): Versioned<T> {
  assertMatches(Envelope, item);
  const { pk, version, data } = item;
  const known = parsed?.get(pk, data);
  if (known) return { version, value: known };
  const stored: unknown = JSON.parse(data);
  const value = complete(schema, stored);
  cleanStored(schema, value, data);
  parsed?.set(pk, data, value, BYTES_PER_CHARACTER * data.length);
  return { version, value };
}
