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

/** @throws ValiError when the stored document is not what this version of the service writes. */
export function parseRecord<S extends v.GenericSchema>(schema: S, item: Item): Versioned<v.InferOutput<S>> {
  const { version, data } = v.parse(Envelope, item);
  return { version, value: v.parse(schema, JSON.parse(data)) };
}
