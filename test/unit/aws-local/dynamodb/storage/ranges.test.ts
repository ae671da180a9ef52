import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createTable, open, TableName } from '../harness.ts';

/** Sort keys whose order is easily wrong: in UTF-16, as texts with separators, or as prefixes of one another. */
const SORT_KEYS = [
  '\0',
  '\x01',
  '\x01\x02',
  '/',
  'a',
  'a\0',
  'a\0b',
  'a\x01',
  'a/',
  'ab',
  'a~',
  '~',
  'é',
  'ﬀ',
  '😀',
];

type Test = (sk: string, one: string, other: string) => boolean;

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const CONDITIONS: [condition: string, test: Test][] = [
  ['sk = :one', (sk, one) => sk === one],
  ['sk < :one', (sk, one) => compare(sk, one) < 0],
  ['sk <= :one', (sk, one) => compare(sk, one) <= 0],
  ['sk > :one', (sk, one) => compare(sk, one) > 0],
  ['sk >= :one', (sk, one) => compare(sk, one) >= 0],
  ['begins_with(sk, :one)', (sk, one) => sk.startsWith(one)],
  ['sk BETWEEN :one AND :other', (sk, one, other) => compare(sk, one) >= 0 && compare(sk, other) <= 0],
];

async function query(doc: DynamoDBDocumentClient, condition: string, values: object, more: object = {}) {
  const { Items = [] } = await doc.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: `pk = :pk AND ${condition}`,
      ExpressionAttributeValues: { ':pk': 'p', ...values },
      ...more,
    }),
  );
  return Items.map(({ sk }) => sk as string);
}

async function expectRanges(doc: DynamoDBDocumentClient): Promise<void> {
  await createTable(doc);
  const puts = SORT_KEYS.flatMap(sk => ['p', 'p\0', 'q'].map(pk => ({ PutRequest: { Item: { pk, sk } } })));
  for (let from = 0; from < puts.length; from += 25)
    await doc.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts.slice(from, from + 25) } }));
  const sorted = SORT_KEYS.toSorted(compare);
  for (const [index, one] of sorted.entries()) {
    const other = sorted[Math.min(index + 4, sorted.length - 1)]!;
    for (const [condition, test] of CONDITIONS) {
      // dynalite compares the limits of BETWEEN by UTF-16 units, and refuses these two.
      if (condition.includes(':other') && one > other) continue;
      const values = { ':one': one, ...(condition.includes(':other') && { ':other': other }) };
      const expected = sorted.filter(sk => test(sk, one, other));
      expect(await query(doc, condition, values), `${condition} ${JSON.stringify(one)}`).toEqual(expected);
    }
    const after = { ExclusiveStartKey: { pk: 'p', sk: one } };
    expect(await query(doc, 'sk >= :one', { ':one': '\0' }, after)).toEqual(sorted.slice(index + 1));
    const before = { ...after, ScanIndexForward: false };
    expect(await query(doc, 'sk >= :one', { ':one': '\0' }, before)).toEqual(
      sorted.slice(0, index).toReversed(),
    );
  }
}

describe('Query', () => {
  it.each(['in memory', 'on disk'])(
    'finds the sort keys of each condition in their order %s',
    async where => {
      const dir = where === 'on disk' ? await mkdtemp(join(tmpdir(), 'dynamodb-')) : undefined;
      const { doc, close } = await open(dir);
      try {
        await expectRanges(doc);
      } finally {
        await close();
        if (dir !== undefined) await rm(dir, { recursive: true });
      }
    },
  );
});
