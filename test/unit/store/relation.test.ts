import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createRelation, deleteRelation } from '../../../shared/store/relation.ts';
import { entryKey } from '../../../shared/store/timeline.ts';
import { mockDatabase } from '../../support/mock-database.ts';

const dynamo = mockDatabase();
const relation = {
  key: { pk: 'LIKE#1#2', sk: 'like' },
  timeline: 'likes#1',
  id: 2,
  counter: { pk: 'POST#1', sk: 'likes' },
};

function cancelled(...codes: string[]): Error {
  return new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map(Code => ({ Code })),
  });
}

function attempts() {
  return dynamo.commandCalls(TransactWriteCommand).map(call => call.args[0].input.TransactItems);
}

describe('createRelation()', () => {
  it('retries while other transactions conflict on the counter', async () => {
    const conflict = cancelled('None', 'None', 'TransactionConflict');
    dynamo.on(TransactWriteCommand).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    await createRelation(relation, 1000);
    expect(attempts()).toHaveLength(3);
    expect(attempts()[2]).toEqual(attempts()[0]);
  });

  it('returns at once when the relation exists', async () => {
    dynamo.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed', 'None', 'None'));
    await createRelation(relation, 1000);
    expect(attempts()).toHaveLength(1);
  });

  it('writes relation, list entry and counter in one transaction', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await createRelation(relation, 1000);
    const [items = []] = attempts();
    expect(items.map(item => Object.keys(item))).toEqual([['Put'], ['Put'], ['Update']]);
    expect(items[0]?.Put).toMatchObject({
      Item: { ...relation.key, created_ts: 1000 },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    expect(items[1]?.Put?.Item).toEqual(entryKey({ timeline: 'likes#1', ts: 1000, id: 2 }));
    expect(items[2]?.Update?.ExpressionAttributeValues).toEqual({ ':by': 1 });
  });

  it('writes no counter for a relation without one', async () => {
    const { counter: _none, ...uncounted } = relation;
    dynamo.on(TransactWriteCommand).resolves({});
    dynamo.on(GetCommand).resolves({ Item: { ...relation.key, created_ts: 1000 } });
    await createRelation(uncounted, 1000);
    await deleteRelation(uncounted);
    expect(attempts().map(items => items?.map(item => Object.keys(item)[0]))).toEqual([
      ['Put', 'Put'],
      ['Delete', 'Delete'],
    ]);
  });

  it('throws any other error', async () => {
    dynamo.on(TransactWriteCommand).rejects(new Error('no answer'));
    await expect(createRelation(relation)).rejects.toThrow('no answer');
  });
});

describe('deleteRelation()', () => {
  it('deletes the relation that it read, and reads again when it was created again in between', async () => {
    dynamo
      .on(GetCommand)
      .resolvesOnce({ Item: { ...relation.key, created_ts: 1000 } })
      .resolves({ Item: { ...relation.key, created_ts: 2000 } });
    dynamo.on(TransactWriteCommand).rejectsOnce(cancelled('ConditionalCheckFailed')).resolves({});
    await deleteRelation(relation);
    const entries = attempts().map(items => items?.[1]?.Delete?.Key);
    expect(entries).toEqual([1000, 2000].map(ts => entryKey({ timeline: 'likes#1', ts, id: 2 })));
    expect(attempts()[1]?.[2]?.Update?.ExpressionAttributeValues).toEqual({ ':by': -1 });
    expect(attempts()[1]?.[0]?.Delete).toMatchObject({
      ConditionExpression: 'created_ts = :ts',
      ExpressionAttributeValues: { ':ts': 2000 },
    });
    expect(dynamo.commandCalls(GetCommand)[0]?.args[0].input.ConsistentRead).toBe(true);
  });

  it('writes nothing more when another request has deleted the relation', async () => {
    dynamo
      .on(GetCommand)
      .resolvesOnce({ Item: { ...relation.key, created_ts: 1000 } })
      .resolves({});
    dynamo.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed'));
    await deleteRelation(relation);
    expect(attempts()).toHaveLength(1);
  });
});
