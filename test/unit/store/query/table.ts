import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { connectDirectly } from '../../../../infra/local/dynamodb/direct/connect.ts';
import { startDynamo } from '../../../../infra/local/dynamodb/server.ts';
import { ensureTable } from '../../../../infra/local/table.ts';
import { database } from '../../../../shared/store/client.ts';
import type { Item, Key } from '../../../../shared/store/table.ts';

const ACCOUNT = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

/** An empty in-memory table for this test file alone. */
export function useTable(): void {
  let close: () => Promise<void>;
  beforeAll(async () => {
    const dynamo = await startDynamo({});
    close = () => dynamo.close();
    Object.assign(process.env, ACCOUNT, {
      AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
      TABLE_NAME: `test-${randomUUID()}`,
    });
    if (process.env.ENGINES_OVER_HTTP !== 'yes') connectDirectly(database(), dynamo.execute);
    await ensureTable(process.env.TABLE_NAME!);
  });
  afterAll(async () => {
    database().destroy();
    await close();
  });
}

/** An item written directly into the table: a key, and perhaps attributes. */
export type Planted = Key | (Key & Item);

/** Writes items directly into the table. */
export async function plant(items: readonly Planted[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, index) =>
    items.slice(index * 25, (index + 1) * 25),
  );
  const plantNext = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map(item => ({ PutRequest: { Item: { ...item } } }));
      await database().send(new BatchWriteCommand({ RequestItems: { [process.env.TABLE_NAME!]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, plantNext));
}
