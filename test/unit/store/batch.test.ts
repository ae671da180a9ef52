import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { nowMs } from '../../../shared/core/clock.ts';
import { writeKeys } from '../../../shared/store/batch.ts';
import { mockDatabase } from '../../support/mock-database.ts';
import { usePauses } from '../../support/pauses.ts';

const TABLE = 'table';
const KEYS = Array.from({ length: 30 }, (_, index) => ({ pk: 'p', sk: `${index}` }));
const MINUTE_MS = 60_000;

const database = mockDatabase();
const pauses = usePauses();

function requestsOf(call: number): unknown[] {
  return database.commandCalls(BatchWriteCommand)[call]!.args[0].input.RequestItems![TABLE]!;
}

describe('writeKeys()', () => {
  it('puts the keys in batches of 25', async () => {
    database.on(BatchWriteCommand).resolves({});
    await writeKeys(KEYS, true, nowMs() + MINUTE_MS);
    expect([requestsOf(0).length, requestsOf(1).length]).toEqual([25, 5]);
    expect(requestsOf(1)[0]).toEqual({ PutRequest: { Item: KEYS[25] } });
    expect(pauses()).toEqual([]);
  });

  it('sends again only what the table left unprocessed', async () => {
    const left = [{ DeleteRequest: { Key: KEYS[2]! } }];
    database
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { [TABLE]: left } })
      .resolvesOnce({ UnprocessedItems: { [TABLE]: left } })
      .resolves({ UnprocessedItems: {} });
    await writeKeys(KEYS.slice(0, 5), false, nowMs() + MINUTE_MS);
    expect(requestsOf(0)).toHaveLength(5);
    expect([requestsOf(1), requestsOf(2), pauses()]).toEqual([left, left, [10, 20]]);
  });

  it('throws when its deadline has passed', async () => {
    const left = [{ PutRequest: { Item: KEYS[0]! } }];
    database.on(BatchWriteCommand).resolves({ UnprocessedItems: { [TABLE]: left } });
    await expect(writeKeys(KEYS.slice(0, 1), true, nowMs() - 1)).rejects.toThrow('The time');
    expect(database.commandCalls(BatchWriteCommand)).toHaveLength(0);
  });
});
