import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { environment } from '../../../shared/platform/core/environment.ts';
import * as Table from '../../../shared/platform/store/port.ts';
import type { Item, Key } from '../../../shared/platform/store/table.ts';
import { DiskEngine } from '../aws/disk-engine.ts';
import { Loader } from './loader.ts';

/** An item written directly into the table: a key, and perhaps attributes. */
type Planted = Key | (Key & Item);

/** A table that can be filled with hundreds of thousands of items. */
export interface LargeTable {
  /** The number of posts that a test may fill it with. */
  most: () => number;
  fill: (items: readonly Planted[]) => Promise<void>;
}

/** Call it before `useApi`, which then uses the table. A DynamoDB that is not the local engine gets fewer items, by puts. */
export function useLargeTable(): LargeTable {
  let folder: string;
  let engine: DiskEngine | undefined;
  beforeAll(async () => {
    if (process.env.AWS_ENDPOINT_URL_DYNAMODB) return;
    folder = await mkdtemp(join(tmpdir(), 'broadsheet-large-'));
    engine = new DiskEngine(folder);
    await engine.start();
  });
  afterAll(async () => {
    if (!engine) return;
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    most: () => (engine ? 100_000 : 20_000),
    fill: async items => {
      if (!engine) {
        await plant(items);
        return;
      }
      const partitions = byPartition(items.filter(isBare));
      await engine.stop();
      const loader = await Loader.open(folder, environment().TABLE_NAME);
      for (const [pk, sortKeys] of partitions) await loader.putKeys(pk, sortKeys);
      for (const item of items) if (!isBare(item)) await loader.put({ ...item });
      await loader.close();
      await engine.start();
    },
  };
}

async function plant(items: readonly Planted[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, index) =>
    items.slice(index * 25, (index + 1) * 25),
  );
  const plantNext = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map(item => ({ PutRequest: { Item: { ...item } } }));
      await Table.batchWrite({ RequestItems: { [environment().TABLE_NAME]: requests } });
    }
  };
  await Promise.all(Array.from({ length: 8 }, plantNext));
}

/** True for an item that has only its key. */
function isBare(item: Planted): boolean {
  return Object.keys(item).length === 2;
}

function byPartition(keys: readonly Key[]): Map<string, string[]> {
  const partitions = new Map<string, string[]>();
  for (const { pk, sk } of keys) {
    const known = partitions.get(pk);
    if (known) known.push(sk);
    else partitions.set(pk, [sk]);
  }
  return partitions;
}
