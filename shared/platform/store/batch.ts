import { nowMs } from '../core/clock.ts';
import { mapWithConcurrency } from '../core/concurrency.ts';
import { environment } from '../core/environment.ts';
import * as Table from './port.ts';
import { pause } from './retry.ts';
import type { Key } from './table.ts';

const MAX_BATCH = 25;
const MAX_CONCURRENT = 8;

/**
 * Puts items that consist of their keys only, or deletes items: each write on its own and in any order, at a quarter of a transaction's
 * cost. No call is under way when it throws. `until`: the deadline in milliseconds since 1970.
 */
export async function writeKeys(keys: readonly Key[], present: boolean, until: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil(keys.length / MAX_BATCH) }, (_, index) =>
    keys.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH),
  );
  await mapWithConcurrency(batches, MAX_CONCURRENT, batch => writeBatch(batch, present, until));
}

async function writeBatch(keys: readonly Key[], present: boolean, until: number): Promise<void> {
  const table = environment().TABLE_NAME;
  let pending = keys.map(({ pk, sk }) =>
    present ? { PutRequest: { Item: { pk, sk } } } : { DeleteRequest: { Key: { pk, sk } } },
  );
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (attempt > 0) await pause(attempt);
    if (nowMs() > until) throw new Error('The time for these writes is over');
    const answer = await Table.batchWrite({ RequestItems: { [table]: pending } });
    const left = answer.UnprocessedItems?.[table] ?? [];
    pending = pending.filter(request => left.some(other => toKeyText(other) === toKeyText(request)));
  }
}

interface Request {
  PutRequest?: { Item: Record<string, unknown> | undefined } | undefined;
  DeleteRequest?: { Key: Record<string, unknown> | undefined } | undefined;
}

function toKeyText({ PutRequest, DeleteRequest }: Request): string {
  const key = PutRequest?.Item ?? DeleteRequest?.Key;
  return `${String(key?.pk)}|${String(key?.sk)}`;
}
