import * as v from 'valibot';
import type { Item, Key } from './table.ts';

/** A record as read: its document, and the version that a conditional write names. */
export interface Versioned<T> {
  version: number;
  value: T;
}

const Envelope = v.object({ version: v.number(), data: v.string() });

/**
 * A record is one JSON document in the attribute `data`: what clients sent comes back exactly as sent (DynamoDB's own maps
 * refuse deep nesting, large numbers and lone surrogates) and is read ten times faster than an attribute map. Only what
 * conditions and conditions' readers need stands beside it.
 */
export function recordItem(key: Key, version: number, value: unknown, attributes: Item = {}): Item {
  return { ...attributes, ...key, version, data: JSON.stringify(value) };
}

/**
 * The document is judged and taken as JSON.parse made it: what a schema gives out is a copy that V8 treats like a dictionary
 * (text/shape.ts), and all that is made of it. What another version of the service wrote beside what this one knows stays in it.
 * @throws ValiError when the stored document is not what this version of the service writes.
 */
export function parseRecord<T>(schema: v.GenericSchema<T>, item: Item): Versioned<T> {
  const { version, data } = v.parse(Envelope, item);
  const value: unknown = JSON.parse(data);
  v.assert(schema, value);
  return { version, value };
}
