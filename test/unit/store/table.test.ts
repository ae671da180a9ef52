import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { Unavailable } from '../../../shared/core/errors.ts';
import { getItems } from '../../../shared/store/table.ts';
import { mockDatabase } from '../../support/mock-database.ts';

const table = mockDatabase();
const KEYS = ['a', 'b', 'c'].map(pk => ({ pk, sk: 's' }));
const [A, B, C] = KEYS;

function answering(items: readonly object[], left: readonly object[]) {
  return {
    Responses: { table: items.map(item => ({ ...item })) },
    ...(left.length > 0 && { UnprocessedKeys: { table: { Keys: left.map(key => ({ ...key })) } } }),
  };
}

function requestedKeys() {
  return table.commandCalls(BatchGetCommand).map(call => call.args[0].input.RequestItems!.table!.Keys);
}

it('getItems() requests only the unprocessed keys again', async () => {
  table
    .on(BatchGetCommand)
    .resolvesOnce(answering([A!], [B!, C!]))
    .resolvesOnce(answering([], [B!, C!]))
    .resolvesOnce(answering([C!], [B!]))
    .resolves(answering([B!], []));
  expect([...(await getItems(KEYS, true)).values()]).toEqual([A, C, B]);
  expect(requestedKeys()).toEqual([KEYS, [B, C], [B, C], [B]]);
});

it('getItems() throws Unavailable when the table returns no more items', async () => {
  table
    .on(BatchGetCommand)
    .resolvesOnce(answering([A!], [B!, C!]))
    .resolves(answering([], [B!, C!]));
  await expect(getItems(KEYS, false)).rejects.toThrow(Unavailable);
  expect(requestedKeys().length).toBeLessThan(15);
});

it('getItems() continues while the table returns items one by one', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ pk: String(index), sk: 's' }));
  table.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const [first, ...left] = RequestItems.table.Keys;
    return answering([first], left);
  });
  expect((await getItems(many, false)).size).toBe(30);
});
