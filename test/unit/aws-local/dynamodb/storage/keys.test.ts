import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { database, type Table } from '../../../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import {
  fromDynalite,
  encodeStringKey,
  decodeStringKey,
} from '../../../../../infra/aws-local/dynamodb/storage/keys.ts';
import { CODE_POINT } from '../../../../support/values/code-point.ts';

function makeTable(sortType: string): Table {
  const types = { pk: 'S', sk: sortType };
  const names = Object.entries(types);
  return {
    TableName: 'table',
    TableStatus: 'ACTIVE',
    KeySchema: names.map(([AttributeName]) => ({ AttributeName })),
    AttributeDefinitions: names.map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  };
}

const names = ['pk', 'sk'];
/** Small characters, the escape character and those that UTF-16 orders unlike UTF-8 are frequent. */
const keyText = fc.string({
  unit: fc.oneof(CODE_POINT, fc.constantFrom('\0', '\x01', '\x02', 'a', '/', '~', '\uffff', '😀')),
  minLength: 1,
});

describe('a stored key', () => {
  it('has the order of the UTF-8 forms of sort keys, in characters and in bytes', () => {
    fc.assert(
      fc.property(keyText, keyText, keyText, (partition, one, other) => {
        const [a, b] = [one, other].map(sk =>
          encodeStringKey({ pk: { S: partition }, sk: { S: sk } }, names),
        );
        const expected = Buffer.compare(Buffer.from(one), Buffer.from(other));
        expect(Math.sign(Number(a! > b!) - Number(a! < b!))).toBe(expected);
        expect(Buffer.compare(Buffer.from(a!), Buffer.from(b!))).toBe(expected);
      }),
    );
  });

  it('equals the key that dynalite’s key converts to', () => {
    fc.assert(
      fc.property(keyText, keyText, (pk, sk) => {
        const item = { pk: { S: pk }, sk: { S: sk } };
        expect(fromDynalite(database.createKey(item, makeTable('S')))).toBe(encodeStringKey(item, names));
      }),
    );
  });

  it('converts back to the key attributes', () => {
    fc.assert(
      fc.property(keyText, keyText, (pk, sk) => {
        const item = { pk: { S: pk }, sk: { S: sk } };
        expect(decodeStringKey(encodeStringKey(item, names), names)).toEqual(item);
      }),
    );
  });

  it('differs for different keys whose parts have the same text together', () => {
    const keys = [
      ['a', 'bc'],
      ['ab', 'c'],
      ['a\0b', 'c'],
      ['a', 'b\0c'],
      ['a\x01', '\x01c'],
    ].map(([pk = '', sk = '']) => encodeStringKey({ pk: { S: pk }, sk: { S: sk } }, names));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has the order of numbers', () => {
    const makeKey = (number: number): string =>
      fromDynalite(database.createKey({ pk: { S: 'p' }, sk: { N: String(number) } }, makeTable('N')));
    // DynamoDB has no smaller numbers than 1e-130.
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, min: -1e30, max: 1e30 }).map(value => (Math.abs(value) < 1e-130 ? 0 : value)),
    );
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [a, b] = [makeKey(one), makeKey(other)];
        expect(Number(a > b) - Number(a < b)).toBe(Math.sign(one - other));
      }),
    );
  });
});
