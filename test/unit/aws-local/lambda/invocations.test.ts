import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AsyncInvocations } from '../../../../infra/aws-local/lambda/invocations.ts';
import { advanceClock, restoreClock, stopClockAt } from '../../../support/time/clock.ts';
import { until } from '../../../support/time/until.ts';

beforeEach(() => stopClockAt(Date.parse('2030-06-01T12:00:00Z')));
afterEach(restoreClock);

function turn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 5));
}

function failing(times: number) {
  let calls = 0;
  return vi.fn<(event: string) => Promise<void>>(() =>
    ++calls <= times ? Promise.reject(new Error('down')) : Promise.resolve(),
  );
}

test('AsyncInvocations accepts an event at once and invokes the function with it', async () => {
  const run = failing(0);
  const onFailure = vi.fn();
  const invocations = new AsyncInvocations({ run, onFailure });
  invocations.accept('{"id":1}');
  await until(() => expect(run).toHaveBeenCalledExactlyOnceWith('{"id":1}'));
  await invocations.close();
  expect(onFailure).not.toHaveBeenCalled();
});

test('AsyncInvocations retries after one minute, then after two more, then reports the failure', async () => {
  const run = failing(3);
  const onFailure = vi.fn();
  const invocations = new AsyncInvocations({ run, onFailure });
  invocations.accept('event');
  for (const [attempts, seconds] of [
    [1, 60],
    [2, 120],
  ] as const) {
    await until(() => expect(run).toHaveBeenCalledTimes(attempts));
    await turn();
    advanceClock(seconds - 1);
    await turn();
    expect(run).toHaveBeenCalledTimes(attempts);
    advanceClock(1);
  }
  await until(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith('event', new Error('down')));
  expect(run).toHaveBeenCalledTimes(3);
  await invocations.close();
});

test('AsyncInvocations makes no further attempt after it is closed', async () => {
  const run = failing(9);
  const onFailure = vi.fn();
  const invocations = new AsyncInvocations({ run, onFailure });
  invocations.accept('event');
  await until(() => expect(run).toHaveBeenCalledOnce());
  await invocations.close();
  advanceClock(3600);
  await turn();
  expect(run).toHaveBeenCalledOnce();
  expect(onFailure).not.toHaveBeenCalled();
});
