import { afterEach, describe, expect, it } from 'vitest';
import { nowMs, nowTs, sleep } from '../../../../shared/platform/core/clock.ts';
import {
  advanceClock,
  recordSleeps,
  restoreClock,
  stopClock,
  stopClockAt,
} from '../../../support/time/clock.ts';

const HOUR_MS = 3_600_000;

/** @returns the names in the order in which their promises resolve */
async function order(sleeps: Record<string, Promise<unknown>>): Promise<string[]> {
  const names: string[] = [];
  const noting = Object.entries(sleeps).map(([name, sleeping]) => sleeping.then(() => names.push(name)));
  await Promise.all(noting);
  return names;
}

afterEach(restoreClock);

describe('the clock', () => {
  it('returns the time of the computer', () => {
    const before = Date.now();
    const now = nowMs();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(nowTs()).toBeGreaterThanOrEqual(Math.floor(now / 1000));
    expect(Number.isInteger(nowTs())).toBe(true);
  });

  it('sleeps for a duration', async () => {
    const before = performance.now();
    await sleep(20);
    expect(performance.now() - before).toBeGreaterThan(15);
  });

  it('rejects a sleep whose signal is aborted', async () => {
    const stopping = new AbortController();
    const sleeping = sleep(HOUR_MS, stopping.signal);
    stopping.abort();
    await expect(sleeping).rejects.toThrow('abort');
    await expect(sleep(HOUR_MS, stopping.signal)).rejects.toThrow('abort');
  });
});

describe('the clock of a test', () => {
  it('runs ahead of the computer after advanceClock()', () => {
    const before = Date.now();
    advanceClock(3600);
    expect(nowMs()).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(nowMs()).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  });

  it('stands still after stopClock()', () => {
    stopClockAt(5000);
    expect([nowMs(), nowTs()]).toEqual([5000, 5]);
    stopClock(7);
    expect(nowMs()).toBe(12_000);
    advanceClock(1);
    expect(nowMs()).toBe(13_000);
  });

  it('ends the sleeps that it passes, earliest first', async () => {
    stopClock();
    const sleeps = { late: sleep(2 * HOUR_MS), early: sleep(HOUR_MS) };
    advanceClock(3 * 3600);
    expect(await order(sleeps)).toEqual(['early', 'late']);
  });

  it('ends a sleep after its duration in real time, too', async () => {
    stopClock();
    await sleep(20);
  });

  it('rejects a sleep whose signal is aborted', async () => {
    stopClock();
    const stopping = new AbortController();
    const sleeping = sleep(HOUR_MS, stopping.signal);
    stopping.abort();
    await expect(sleeping).rejects.toThrow('abort');
    await expect(sleep(HOUR_MS, stopping.signal)).rejects.toThrow('abort');
  });

  it('ends every sleep but those with a signal after recordSleeps()', async () => {
    const sleeps = recordSleeps();
    const stopping = new AbortController();
    const inBackground = sleep(1e6, stopping.signal);
    await sleep(1e6);
    expect(sleeps).toEqual([1e6]);
    stopping.abort();
    await expect(inBackground).rejects.toThrow('aborted');
  });
});
