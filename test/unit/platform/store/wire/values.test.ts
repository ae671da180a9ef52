import { describe, expect, it } from 'vitest';
import { fromAnswer, toRequest } from '../../../../../shared/platform/store/wire/values.ts';

/** The attribute value of a value, as a request has it. */
function toAttribute(value: unknown): unknown {
  const { Item } = toRequest({ Item: { value } }) as { Item: { value: unknown } };
  return Item.value;
}

/** The value of an attribute value, as an answer has it. */
function toValue(attribute: unknown): unknown {
  const { Item } = fromAnswer({ Item: { value: attribute } }) as { Item: { value: unknown } };
  return Item.value;
}

const PAIRS: [unknown, object][] = [
  ['', { S: '' }],
  [0, { N: '0' }],
  [-1.5, { N: '-1.5' }],
  [Number.MAX_SAFE_INTEGER, { N: '9007199254740991' }],
  [-Number.MAX_SAFE_INTEGER, { N: '-9007199254740991' }],
  [true, { BOOL: true }],
  [false, { BOOL: false }],
  [null, { NULL: true }],
  [['a', 1], { L: [{ S: 'a' }, { N: '1' }] }],
  [new Uint8Array([1, 255]), { B: 'Af8=' }],
  [new Set(['a', 'b']), { SS: ['a', 'b'] }],
  [new Set([1, 2]), { NS: ['1', '2'] }],
  [{ a: { b: 'c' } }, { M: { a: { M: { b: { S: 'c' } } } } }],
];

describe('values of attributes', () => {
  it.each(PAIRS)('converts %j to an attribute value and back', (value, attribute) => {
    expect(toAttribute(value)).toEqual(attribute);
    expect(toValue(attribute)).toEqual(value);
  });

  it('converts a bigint and an object without a prototype', () => {
    expect(toAttribute(10n ** 20n)).toEqual({ N: '100000000000000000000' });
    expect(toAttribute(Object.assign(Object.create(null) as object, { a: 1 }))).toEqual({
      M: { a: { N: '1' } },
    });
  });

  it.each([NaN, Infinity, 2 ** 53, -(2 ** 53)])('refuses the number %d, which would be rounded', value => {
    expect(() => toAttribute(value)).toThrow(`DynamoDB would round the number ${value}`);
    expect(() => toAttribute(new Set([value]))).toThrow('would round');
  });

  it.each([undefined, new Date(), () => 1])('refuses the value %s', value => {
    expect(() => toAttribute(value)).toThrow(`DynamoDB stores no value of the type ${typeof value}`);
  });

  it('refuses a set of other or mixed values', () => {
    expect(() => toAttribute(new Set([true]))).toThrow('strings or numbers');
    expect(() => toAttribute(new Set(['a', 1]))).toThrow('strings or numbers');
  });

  it('refuses an answer that JavaScript would round, or with an attribute of another type', () => {
    expect(() => toValue({ N: '9007199254740992' })).toThrow(
      'JavaScript would round the number 9007199254740992',
    );
    expect(() => toValue({ BS: ['Af8='], X: 1 })).toThrow('the types BS, X');
  });
});

describe('toRequest()', () => {
  it('converts items, keys and values at any depth, and nothing else', () => {
    const key = { pk: 'p' };
    const request = {
      TableName: 'table',
      Limit: 5,
      Key: key,
      ExclusiveStartKey: key,
      ExpressionAttributeNames: { '#a': 'a' },
      ExpressionAttributeValues: { ':n': 1 },
      TransactItems: [{ Put: { Item: key, ExpressionAttributeNames: undefined } }],
      RequestItems: { table: { Keys: [key], ConsistentRead: true } },
      Left: undefined,
    };
    const wire = { pk: { S: 'p' } };
    expect(toRequest(request)).toStrictEqual({
      TableName: 'table',
      Limit: 5,
      Key: wire,
      ExclusiveStartKey: wire,
      ExpressionAttributeNames: { '#a': 'a' },
      ExpressionAttributeValues: { ':n': { N: '1' } },
      TransactItems: [{ Put: { Item: wire } }],
      RequestItems: { table: { Keys: [wire], ConsistentRead: true } },
    });
  });

  it('refuses an item that is no plain object', () => {
    for (const item of ['text', null, new Date()])
      expect(() => toRequest({ Item: item })).toThrow('An item is a plain object of attributes.');
  });
});

describe('fromAnswer()', () => {
  it('converts items, keys and attributes, and nothing else', () => {
    const wire = { pk: { S: 'p' } };
    const item = { pk: 'p' };
    const answer = {
      Count: 1,
      Items: [wire],
      Attributes: wire,
      LastEvaluatedKey: wire,
      Responses: { table: [wire] },
      UnprocessedKeys: { table: { Keys: [wire] } },
      UnprocessedItems: { table: [{ DeleteRequest: { Key: wire } }] },
      CancellationReasons: ['None', { Code: 'X' }],
    };
    expect(fromAnswer(answer)).toEqual({
      Count: 1,
      Items: [item],
      Attributes: item,
      LastEvaluatedKey: item,
      Responses: { table: [item] },
      UnprocessedKeys: { table: { Keys: [item] } },
      UnprocessedItems: { table: [{ DeleteRequest: { Key: item } }] },
      CancellationReasons: ['None', { Code: 'X' }],
    });
  });
});
