import type { Item } from '../dynalite.ts';
import { fromItem, toItem } from './values.ts';

/** The fields of requests and answers, at any depth, that hold an item, and those that hold lists of items. */
const ITEM = new Set([
  'Item',
  'Key',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
  'Attributes',
  'ExpressionAttributeValues',
]);
const ITEMS = new Set(['Items', 'Keys']);

type Convert = (item: never) => unknown;

/** A document client's input as a request of the wire: without what is undefined, with attribute values. */
export function toRequest(input: object): Record<string, unknown> {
  return convertFields(input, toItem);
}

/** An answer of the engine as a document client's output. */
export function fromAnswer(answer: object): Record<string, unknown> {
  const { Responses, ...others } = answer as { Responses?: Record<string, Item[]> };
  const output = convertFields(others, fromItem);
  if (Responses)
    output.Responses = Object.fromEntries(
      Object.entries(Responses).map(([table, items]) => [table, items.map(fromItem)]),
    );
  return output;
}

function convertFields(fields: object, convert: Convert): Record<string, unknown> {
  const converted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    if (value !== undefined) converted[name] = convertField(name, value, convert);
  return converted;
}

function convertField(name: string, value: unknown, convert: Convert): unknown {
  if (ITEM.has(name)) return convert(value as never);
  if (ITEMS.has(name)) return (value as never[]).map(item => convert(item));
  if (Array.isArray(value))
    return value.map(part => (isObject(part) ? convertFields(part, convert) : (part as unknown)));
  return isObject(value) ? convertFields(value, convert) : value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
