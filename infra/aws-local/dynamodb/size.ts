import { QUOTAS } from '../quotas.ts';
import type { AttributeValue, Item } from './dynalite/dynalite.ts';

function sum(sizes: number[]) {
  return sizes.reduce((total, size) => total + size, 0);
}

function text(value: string) {
  return Buffer.byteLength(value);
}

function binary(value: string) {
  return Buffer.byteLength(value, 'base64');
}

function number(value: string) {
  return Math.ceil(value.replace(/[^0-9]/g, '').length / 2) + 1;
}

const sizes: { [T in keyof AttributeValue]-?: (value: NonNullable<AttributeValue[T]>) => number } = {
  S: text,
  N: number,
  B: binary,
  BOOL: () => 1,
  NULL: () => 1,
  SS: values => sum(values.map(text)),
  NS: values => sum(values.map(number)),
  BS: values => sum(values.map(binary)),
  L: values => 3 + sum(values.map(value => 1 + valueBytes(value))),
  M: item => 3 + Object.keys(item).length + itemBytes(item),
};

function valueBytes(value: AttributeValue): number {
  const [[type, content]] = Object.entries(value) as [[keyof AttributeValue, never]];
  return sizes[type](content);
}

/** The size that DynamoDB charges and limits, in bytes of UTF-8; dynalite counts characters. */
export function itemBytes(item: Item): number {
  return sum(Object.entries(item).map(([name, value]) => text(name) + valueBytes(value)));
}

/** The reason why a put of this item is refused, or undefined. */
export function describeOversize(item: Item | undefined): string | undefined {
  return item && itemBytes(item) > QUOTAS.itemBytes.max
    ? 'Item size has exceeded the maximum allowed size'
    : undefined;
}
