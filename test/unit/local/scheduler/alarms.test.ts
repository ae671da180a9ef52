import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowMs } from '../../../../shared/core/clock.ts';
import { Alarms } from '../../../../infra/local/scheduler/alarms.ts';
import { advanceClock, restoreClock, stopClockAt } from '../../../support/clock.ts';

const DAY_S = 86_400;

beforeEach(() => stopClockAt(Date.parse('2030-06-01T12:00:00Z')));
afterEach(restoreClock);

/** What was due has rung by then: its timer was set before this one. */
function turn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 5));
}

test('rings once when the clock has reached its time, however far that was, and not before', async () => {
  const ring = vi.fn();
  new Alarms(ring).set('far', nowMs() + 30 * DAY_S * 1000);
  advanceClock(30 * DAY_S - 1);
  await turn();
  expect(ring).not.toHaveBeenCalled();
  advanceClock(1);
  await vi.waitFor(() => expect(ring).toHaveBeenCalledExactlyOnceWith('far'), 10_000);
});

test('rings the latest time set for a key only', async () => {
  const ring = vi.fn();
  const alarms = new Alarms(ring);
  alarms.set('moved', nowMs() + 1000);
  alarms.set('moved', nowMs() + 5000);
  advanceClock(4);
  await turn();
  expect(ring).not.toHaveBeenCalled();
  advanceClock(1);
  await vi.waitFor(() => expect(ring).toHaveBeenCalledExactlyOnceWith('moved'), 10_000);
});

test('rings nothing that was cleared, or once closed', async () => {
  const ring = vi.fn();
  const alarms = new Alarms(ring);
  for (const key of ['cleared', 'open']) alarms.set(key, nowMs() + 1000);
  alarms.clear('cleared');
  alarms.close();
  advanceClock(DAY_S);
  await turn();
  expect(ring).not.toHaveBeenCalled();
});
