import { setImmediate as nextRound } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackPressure } from '../../../../infra/aws-local/http-api/back-pressure.ts';
import { readLag } from '../../../../infra/aws-local/lambda/handlers.ts';
import { LocalWorker } from '../../../../infra/aws-local/lambda/worker.ts';
import { outboxItem, toItem } from '../../../../shared/platform/store/outbox/outbox-item.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';
import { mockDatabase } from '../../../support/aws/mock-database.ts';
import { until } from '../../../support/time/until.ts';

const table = mockDatabase();

/** Back pressure whose time passes only while a write waits, which it notes in milliseconds. */
function createBackPressure(patience = 1) {
  const clock = { ms: 0 };
  const pauses: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    // Writes that have begun or were refused go on first.
    await nextRound();
    clock.ms += ms;
    pauses.push(Math.round(ms));
  };
  const backPressure = new BackPressure({ clock: { now: () => clock.ms, sleep }, patience });
  /** How long this many writes, which arrive together, wait in all. */
  const delayWrites = async (count: number): Promise<number> => {
    const began = clock.ms;
    await Promise.all(Array.from({ length: count }, () => backPressure.delayWrite(CROWD)));
    return Math.round(clock.ms - began);
  };
  return { backPressure, clock, pauses, delayWrites };
}

const CROWD = { key: 'crowd', connection: {} };

/** Measures 100 jobs per second until the first, assumed speed hardly counts. */
function setSpeed(backPressure: BackPressure): void {
  for (let times = 0; times < 50; times++) backPressure.addMeasurement(1000, 10_000);
}

describe('BackPressure', () => {
  it('delays no write while the jobs of earlier ones are expected to take at most eight seconds', async () => {
    const { backPressure, delayWrites } = createBackPressure();
    setSpeed(backPressure);
    expect(await delayWrites(800)).toBe(0);
    expect(backPressure.expectedS).toBeCloseTo(8, 2);
  });

  it('lets writes begin at the speed of the index when its jobs take twelve seconds, however many arrive', async () => {
    const { backPressure, delayWrites } = createBackPressure();
    setSpeed(backPressure);
    await delayWrites(1200);
    expect(await delayWrites(1)).toBe(10);
    expect(await delayWrites(400)).toBeGreaterThan(5000);
  });

  it('lets keys take turns, and the connections of a key, so that an editor does not wait behind a crowd', async () => {
    const { backPressure, delayWrites } = createBackPressure();
    setSpeed(backPressure);
    await delayWrites(1200);
    const begun: string[] = [];
    const send = async (name: string, key: string, connection = {}): Promise<void> => {
      await backPressure.delayWrite({ key, connection });
      begun.push(name);
    };
    const busy = {};
    const sent = Array.from({ length: 300 }, () => send('crowd', 'crowd', busy));
    sent.push(send('colleague', 'crowd'), send('editor', 'own'));
    await Promise.all(sent);
    expect(begun.slice(0, 3).sort()).toEqual(['colleague', 'crowd', 'editor']);
    expect(begun).toHaveLength(302);
  });

  it('follows a lower speed at once, and a higher one slowly', async () => {
    const { backPressure, delayWrites } = createBackPressure();
    setSpeed(backPressure);
    backPressure.addMeasurement(100, 10_000);
    backPressure.addMeasurement(100, 10_000);
    backPressure.addMeasurement(100, 1000);
    const speed = 13.6 + (100 - 13.6) * 0.2;
    await delayWrites(2);
    expect(2 / backPressure.expectedS).toBeCloseTo(speed, 3);
  });

  it('looks at the speed again while a write waits', async () => {
    const { backPressure, pauses, delayWrites } = createBackPressure();
    for (let times = 0; times < 50; times++) backPressure.addMeasurement(1, 1000);
    await delayWrites(12);
    expect(Math.max(...pauses)).toBe(250);
  });

  it('refuses writes that have waited for 20 seconds, and later ones do not wait behind them', async () => {
    const { backPressure, clock, delayWrites } = createBackPressure();
    for (let times = 0; times < 50; times++) backPressure.addMeasurement(1, 1000);
    await delayWrites(12);
    const arrivedMs = clock.ms;
    const send = async (): Promise<{ error: unknown; waitedMs: number }> => {
      const error: unknown = await backPressure.delayWrite(CROWD).catch((refusal: unknown) => refusal);
      return { error, waitedMs: clock.ms - arrivedMs };
    };
    const sent = await Promise.all(Array.from({ length: 40 }, send));
    const refused = sent.slice(-30);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ error: { status: 503, headers: { 'retry-after': '20' } } });
      expect(refusal).toHaveProperty('waitedMs', refused[0]?.waitedMs);
    }
    expect(sent[0]?.error).toBeUndefined();
    expect(refused[0]?.waitedMs).toBeGreaterThanOrEqual(20_000);
    expect(refused[0]?.waitedMs).toBeLessThanOrEqual(20_250);
    expect(await delayWrites(1)).toBeLessThanOrEqual(10_000);
  });

  it('waits longer by the patience of a slow machine', async () => {
    const { delayWrites } = createBackPressure(20);
    expect(await delayWrites(1000)).toBeGreaterThan(20_000);
  });

  it('counts the writes since the oldest waiting job only', async () => {
    const { backPressure, clock, delayWrites } = createBackPressure();
    setSpeed(backPressure);
    await delayWrites(300);
    clock.ms += 5000;
    await delayWrites(100);
    backPressure.setLag(3);
    expect(backPressure.expectedS).toBeCloseTo(1, 2);
    expect(backPressure.lagS).toBe(3);
    clock.ms += 2000;
    backPressure.setLag(0);
    expect(backPressure.expectedS).toBe(0);
  });
});

describe('readLag()', () => {
  beforeEach(() => stopClock());
  afterEach(restoreClock);

  it('returns how long the oldest due item of the outbox has been waiting', async () => {
    const oldest = outboxItem('kind', {}, -12);
    table
      .on(QueryCommand, { ExpressionAttributeValues: { ':pk': 'OUTBOX' }, Limit: 1 })
      .resolves({ Items: [toItem(oldest)] });
    expect(await readLag()).toBe(12);
  });

  it('returns 0 when no item is due', async () => {
    table.on(QueryCommand).resolves({});
    expect(await readLag()).toBe(0);
  });
});

describe('LocalWorker', () => {
  it('measures its speed and the lag after each full batch, and ends both with the last one', async () => {
    const { backPressure } = createBackPressure();
    const addMeasurement = vi.spyOn(backPressure, 'addMeasurement');
    const setLag = vi.spyOn(backPressure, 'setLag');
    const counts = [70, 50, 49];
    const handlers = {
      drain: () => Promise.resolve(counts.shift() ?? 0),
      readLag: () => Promise.resolve(7),
      sweep: () => Promise.resolve(),
      webhooks: () => Promise.resolve(),
    };
    const worker = new LocalWorker(handlers, backPressure);
    worker.wake();
    await until(() => expect(counts).toEqual([]));
    await worker.stop();
    expect(addMeasurement.mock.calls.map(([jobs]) => jobs)).toEqual([70, 50]);
    expect(setLag.mock.calls.slice(0, 3)).toEqual([[7], [7], [0]]);
  });
});
