import type { Item, AttributeValue } from '../dynalite.ts';

/** JavaScript values to DynamoDB's attribute values and back, as the SDK's document client converts them by default. */

type Native = Readonly<Record<string, unknown>>;

function toItem(values: Native): Item {
  const item: Item = {};
  for (const [name, value] of Object.entries(values)) item[name] = toAttribute(value);
  return item;
}

/** @throws Error for `undefined`, unsafe numbers and objects of classes, which no record has */
function toAttribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numberText(value) };
  if (typeof value === 'bigint') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return setAttribute([...(value as Set<unknown>)]);
  if (isPlainObject(value)) return { M: toItem(value) };
  throw new Error(`DynamoDB stores no value of the type ${typeof value} or of this class.`);
}

function numberText(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`DynamoDB would round the number ${value}.`);
  return String(value);
}

function setAttribute(members: unknown[]): AttributeValue {
  if (members.every(member => typeof member === 'string')) return { SS: members };
  if (members.every(member => typeof member === 'number')) return { NS: members.map(numberText) };
  throw new Error('The sets of this table have strings or numbers.');
}

function isPlainObject(value: unknown): value is Native {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function fromItem(item: Item): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item)) values[name] = fromAttribute(value);
  return values;
}

function fromAttribute(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return toNumber(value.N);
  if (value.M !== undefined) return fromItem(value.M);
  if (value.L !== undefined) return value.L.map(fromAttribute);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.B !== undefined) return new Uint8Array(Buffer.from(value.B, 'base64'));
  if (value.SS !== undefined) return new Set(value.SS);
  if (value.NS !== undefined) return new Set(value.NS.map(toNumber));
  throw new Error(`The engine answered an attribute of the types ${Object.keys(value).join(', ')}.`);
}

function toNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`JavaScript would round the number ${text}.`);
  return value;
}

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
