import { DescribeTimeToLiveCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { advanceClock, restoreClock } from '../../../support/time/clock.ts';
import { createTable, open, put, refusal, TableName, transact } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  engine = await open();
  await createTable(engine.doc);
});
afterEach(async () => {
  restoreClock();
  await engine.close();
});

function update(Enabled: boolean, AttributeName = 'expires') {
  return engine.doc.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled } }),
  );
}

async function status() {
  return (await engine.doc.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription;
}

function store(sk: string, more: object) {
  return engine.doc.send(new PutCommand({ TableName, Item: { pk: 'p', sk, ...more } }));
}

async function sorts(more: object = {}) {
  const { Items } = await engine.doc.send(new ScanCommand({ TableName, ...more }));
  return Items?.map(({ sk }) => sk as string);
}

const soon = { timeout: 120_000, interval: 20 };
/** Longer than the engine waits between two passes. */
const EXPIRY_S = 3;

describe('the time to live setting', () => {
  it('the time to live can be enabled and disabled', async () => {
    expect(await status()).toEqual({ TimeToLiveStatus: 'DISABLED' });
    await update(true);
    expect(await status()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' });
    await update(false);
    expect(await status()).toEqual({ TimeToLiveStatus: 'DISABLED' });
  });

  it('refuses a change without effect, another attribute and an unknown table', async () => {
    expect((await refusal(update(false))).message).toBe('TimeToLive is already disabled');
    await update(true);
    expect((await refusal(update(true))).message).toBe('TimeToLive is already enabled');
    expect((await refusal(update(false, 'other'))).message).toBe(
      'TimeToLive is active on a different AttributeName',
    );
    const unknown = new DescribeTimeToLiveCommand({ TableName: 'unknown' });
    expect((await refusal(engine.doc.send(unknown))).name).toBe('ResourceNotFoundException');
  });
});

describe('expired items', () => {
  it('deletes expired items with their index entries', async () => {
    await update(true);
    await transact(engine.doc, [put('due', { expires: nowTs() - 1, author: 'ann' })]);
    await store('later', { expires: nowTs() + 3600 });
    await store('text', { expires: String(nowTs() - 1) });
    await store('long ago', { expires: nowTs() - 6 * 365 * 86_400 });
    await store('never', {});
    advanceClock(EXPIRY_S);
    await expect.poll(() => sorts(), soon).not.toContain('due');
    expect((await sorts())?.sort()).toEqual(['later', 'long ago', 'never', 'text']);
    expect(await sorts({ IndexName: 'by-author' })).toEqual([]);
  });

  it('deletes expired items that existed before time to live was enabled', async () => {
    await store('old', { expires: nowTs() - 1 });
    await store('marker', {});
    await update(true);
    advanceClock(EXPIRY_S);
    await expect.poll(() => sorts(), soon).toEqual(['marker']);
  });

  it('keeps items whose expiry is moved or removed in time', async () => {
    await update(true);
    await store('moved', { expires: nowTs() + 2 });
    await store('removed', { expires: nowTs() + 2 });
    await store('due', { expires: nowTs() + 2 });
    await store('moved', { expires: nowTs() + 3600 });
    await store('removed', {});
    advanceClock(EXPIRY_S);
    await expect.poll(() => sorts(), soon).not.toContain('due');
    expect((await sorts())?.sort()).toEqual(['moved', 'removed']);
  });

  it('deletes many expired items in several passes', async () => {
    await update(true);
    for (let i = 0; i < 3; i += 1) {
      const expires = nowTs() - 1;
      await transact(
        engine.doc,
        Array.from({ length: 90 }, (_, n) => put(`${i}-${n}`, { expires })),
      );
    }
    advanceClock(EXPIRY_S);
    await expect.poll(() => sorts(), soon).toEqual([]);
  });
});
