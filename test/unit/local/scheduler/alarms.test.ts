import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alarms } from '../../../../infra/local/scheduler/alarms.ts';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('rings after longer than a timer can wait', async () => {
  const ring = vi.fn();
  const alarms = new Alarms(Date.now, ring);
  alarms.set('far', Date.now() + 30 * DAY_MS);
  await vi.advanceTimersByTimeAsync(30 * DAY_MS - 1);
  expect(ring).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ring).toHaveBeenCalledExactlyOnceWith('far');
});

test('rings within a minute of waking when the machine slept through the time', async () => {
  const ring = vi.fn();
  const alarms = new Alarms(Date.now, ring);
  alarms.set('slept', Date.now() + DAY_MS);
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ring).toHaveBeenCalledOnce();
});

test('rings the latest time set for a key only, and nothing once closed', async () => {
  const ring = vi.fn();
  const alarms = new Alarms(Date.now, ring);
  alarms.set('moved', Date.now() + 1000);
  alarms.set('moved', Date.now() + 5000);
  await vi.advanceTimersByTimeAsync(4999);
  expect(ring).not.toHaveBeenCalled();
  alarms.set('other', Date.now() + 5000);
  alarms.close();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(ring).not.toHaveBeenCalled();
});
