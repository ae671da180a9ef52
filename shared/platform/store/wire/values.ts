/** Converts JavaScript values to DynamoDB's attribute values and back, as the SDK's document client does by default. */

interface AttributeValue {
  S?: string;
  N?: string;
  /** Binary data in base64. */
  B?: string;
  BOOL?: boolean;
  NULL?: boolean;
  SS?: string[];
  NS?: string[];
  L?: AttributeValue[];
  M?: Item;
}
type Item = Record<string, AttributeValue>;

type Native = Readonly<Record<string, unknown>>;

function toItem(values: Native): Item {
  const item: Item = {};
  for (const name of Object.keys(values)) item[name] = toAttribute(values[name]);
  return item;
}

/** @throws Error for `undefined`, unsafe numbers and instances of classes, which no record contains */
function toAttribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: numberText(value) };
  if (typeof value === 'bigint') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return setAttribute([...value]);
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
  throw new Error(`The table answered an attribute of the types ${Object.keys(value).join(', ')}.`);
}

function toNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new Error(`JavaScript would round the number ${text}.`);
  return value;
}

/** Recognizes and converts the items of one direction. */
interface Direction<T> {
  isItem: (value: unknown) => value is T;
  convert: (item: T) => unknown;
}

const TO_WIRE: Direction<Native> = { isItem: isPlainObject, convert: toItem };
const FROM_WIRE: Direction<Item> = { isItem: isWireItem, convert: fromItem };

function isWireItem(value: unknown): value is Item {
  return isPlainObject(value);
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
/** The answer of a BatchGetItem: lists of items by table. */
const ITEMS_BY_TABLE = 'Responses';

/** Converts a document client's input to the request that is sent: with attribute values, and without undefined fields. */
export function toRequest(input: object): Record<string, unknown> {
  return convertFields(input, TO_WIRE);
}

/** Converts a received answer to a document client's output. */
export function fromAnswer(answer: object): Record<string, unknown> {
  return convertFields(answer, FROM_WIRE);
}

function convertFields<T>(fields: object, direction: Direction<T>): Record<string, unknown> {
  const converted: Record<string, unknown> = {};
  const entries: [string, unknown][] = Object.entries(fields);
  for (const [name, value] of entries)
    if (value !== undefined) converted[name] = convertField(name, value, direction);
  return converted;
}

function convertField<T>(name: string, value: unknown, direction: Direction<T>): unknown {
  if (ITEM.has(name)) return convertItem(value, direction);
  if (Array.isArray(value)) {
    const parts: unknown[] = value;
    const isListOfItems = ITEMS.has(name);
    return parts.map(part => (isListOfItems ? convertItem(part, direction) : convertPart(part, direction)));
  }
  if (name === ITEMS_BY_TABLE && isPlainObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([table, items]) => [table, convertField('Items', items, direction)]),
    );
  return convertPart(value, direction);
}

function convertPart<T>(value: unknown, direction: Direction<T>): unknown {
  return isPlainObject(value) ? convertFields(value, direction) : value;
}

function convertItem<T>(value: unknown, { isItem, convert }: Direction<T>): unknown {
  if (!isItem(value)) throw new Error('An item is a plain object of attributes.');
  return convert(value);
}
