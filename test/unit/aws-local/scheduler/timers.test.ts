import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { Timers } from '../../../../infra/aws-local/scheduler/timers.ts';
import { advanceClock, restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { until } from '../../../support/time/until.ts';

const DAY_S = 86_400;

beforeEach(() => stopClockAt(Date.parse('2030-06-01T12:00:00Z')));
afterEach(restoreClock);

/** Waits until onDue was called for the timers that are due: they were set before this one. */
function turn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 5));
}

test('Timers call onDue once when the clock has reached the time, however far it was, and not before', async () => {
  const onDue = vi.fn();
  new Timers(onDue).set('far', nowMs() + 30 * DAY_S * 1000);
  advanceClock(30 * DAY_S - 1);
  await turn();
  expect(onDue).not.toHaveBeenCalled();
  advanceClock(1);
  await until(() => expect(onDue).toHaveBeenCalledExactlyOnceWith('far'));
});

test('Timers call onDue at the latest time set for a key only', async () => {
  const onDue = vi.fn();
  const timers = new Timers(onDue);
  timers.set('moved', nowMs() + 1000);
  timers.set('moved', nowMs() + 5000);
  advanceClock(4);
  await turn();
  expect(onDue).not.toHaveBeenCalled();
  advanceClock(1);
  await until(() => expect(onDue).toHaveBeenCalledExactlyOnceWith('moved'));
});

test('Timers call onDue neither for a cleared key nor after close()', async () => {
  const onDue = vi.fn();
  const timers = new Timers(onDue);
  for (const key of ['cleared', 'open']) timers.set(key, nowMs() + 1000);
  timers.clear('cleared');
  timers.close();
  advanceClock(DAY_S);
  await turn();
  expect(onDue).not.toHaveBeenCalled();
});
