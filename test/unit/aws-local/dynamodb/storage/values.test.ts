import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeValue, Item } from '../../../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import { decodeItem } from '../../../../../infra/aws-local/dynamodb/storage/decode.ts';
import { encodeItem } from '../../../../../infra/aws-local/dynamodb/storage/encode.ts';
import { CODE_POINT } from '../../../../support/values/code-point.ts';

const text = fc.string({ unit: CODE_POINT });
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
const binary = fc.uint8Array().map(bytes => Buffer.from(bytes).toString('base64'));
const attributes = fc.letrec<{ value: AttributeValue; item: Item }>(tie => ({
  item: fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value')),
  value: fc.oneof(
    { maxDepth: 4 },
    text.map(S => ({ S })),
    number.map(N => ({ N })),
    binary.map(B => ({ B })),
    fc.boolean().map(BOOL => ({ BOOL })),
    fc.constant({ NULL: true }),
    fc.array(text).map(SS => ({ SS })),
    fc.array(number).map(NS => ({ NS })),
    fc.array(binary).map(BS => ({ BS })),
    fc.array(tie('value')).map(L => ({ L })),
    tie('item').map(M => ({ M })),
  ),
}));

describe('an encoded item', () => {
  it('decodes to the same attributes of every type', () => {
    fc.assert(
      fc.property(attributes.item, item => {
        expect(decodeItem(encodeItem(item, []), {})).toEqual(item);
      }),
    );
  });

  it('is empty when it has only its key', () => {
    expect(encodeItem({ pk: { S: 'p' }, sk: { S: 's' } }, ['pk', 'sk'])).toHaveLength(0);
    expect(decodeItem(Buffer.alloc(0), { pk: { S: 'p' } })).toEqual({ pk: { S: 'p' } });
  });

  it('contains texts and binary data of the largest items', () => {
    const item = {
      text: { S: 'é😀'.repeat(60_000) },
      data: { B: Buffer.alloc(200_000, 7).toString('base64') },
    };
    expect(decodeItem(encodeItem(item, []), {})).toEqual(item);
  });

  it('has the size of its content and a few bytes', () => {
    const item = { pk: { S: 'p' }, count: { N: '12' }, data: { B: Buffer.alloc(1000).toString('base64') } };
    expect(encodeItem(item, ['pk']).length).toBeLessThan(1000 + 'count12data'.length + 12);
  });

  it('an item can’t contain a type that DynamoDB lacks', () => {
    expect(() => encodeItem({ pk: { X: 'x' } as AttributeValue }, [])).toThrow('no type X');
  });
});
