import * as v from 'valibot';
import { assertMatches } from '../core/matches.ts';
import type { Item, Key } from './table.ts';

/** A record with the version that a conditional write compares. */
export interface Versioned<T> {
  version: number;
  value: T;
}

const Envelope = v.object({ version: v.number(), data: v.string() });

/**
 * A record is one JSON document in the attribute `data`: DynamoDB's own maps reject deep nesting, large numbers and lone surrogates, and
 * are ten times slower to read. Only attributes that conditions or time to live need are stored beside it.
 */
export function recordItem(key: Key, version: number, value: unknown, attributes: Item = {}): Item {
  return { ...attributes, ...key, version, data: JSON.stringify(value) };
}

/**
 * Validates the document and returns it as JSON.parse made it: a schema's output is a copy in V8's slow dictionary mode (text/shape.ts),
 * and so is everything made from it. Fields that only another version of the service knows stay in it.
 * @throws ValiError when the document doesn't match the schema
 */
export function parseRecord<T>(schema: v.GenericSchema<T>, item: Item): Versioned<T> {
  assertMatches(Envelope, item);
  const value: unknown = JSON.parse(item.data);
  assertMatches(schema, value);
  return { version: item.version, value };
}
