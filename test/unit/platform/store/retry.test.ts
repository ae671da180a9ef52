import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../../../shared/platform/core/errors.ts';
import { backoffS, Contention, pause, retryContended } from '../../../../shared/platform/store/retry.ts';
import { recordSleeps, restoreClock } from '../../../support/time/clock.ts';

function lose(): Promise<never> {
  return Promise.reject(new Contention('lost'));
}

afterEach(() => {
  restoreClock();
  vi.restoreAllMocks();
});

it('pause() waits a random time, whose range doubles up to half a second', async () => {
  const sleeps = recordSleeps();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  for (const attempt of [1, 2, 5, 6, 20]) await pause(attempt);
  expect(sleeps).toEqual([10, 20, 160, 250, 250]);
});

it('backoffS() doubles with each failure, up to an hour', () => {
  expect([0, 1, 2, 8, 9, 30].map(backoffS)).toEqual([10, 20, 40, 2560, 3600, 3600]);
});

it('Contention is Unavailable to clients, with its reason for the log', () => {
  const cause = new Error('x');
  const contention = new Contention('lost', { cause });
  expect(contention).toBeInstanceOf(Unavailable);
  expect([contention.message, contention.cause, contention.status]).toEqual(['lost', cause, 503]);
});

describe('retryContended()', () => {
  it('spreads competitors over a growing multiple of the attempt’s own time', async () => {
    const sleeps = recordSleeps();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const attempt = (ms: number) => (): Promise<never> => {
      now += ms;
      return lose();
    };
    const failed = await retryContended(attempt(100), 1000).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'Unavailable', cause: { message: 'lost' } });
    // Half of 2, 4, 8, 16 and at most 25 attempts, and never longer than the rest of the time.
    expect(sleeps).toEqual([100, 200, 400, 600, 500, 400, 300, 200, 100, 0]);
    sleeps.length = 0;
    await expect(retryContended(attempt(6000))).rejects.toThrow(Unavailable);
    expect(sleeps).toEqual([4000, 4000, 2000]);
  });

  it('repeats the attempt until it ends without contention', async () => {
    let attempts = 0;
    expect(await retryContended(() => (++attempts < 4 ? lose() : Promise.resolve('done')))).toBe('done');
    expect(attempts).toBe(4);
  });

  it('throws any other error at once', async () => {
    let attempts = 0;
    const failing = retryContended(() => {
      attempts++;
      return Promise.reject(new Error('broken'));
    });
    await expect(failing).rejects.toThrow('broken');
    expect(attempts).toBe(1);
  });

  it('throws Unavailable when its time is over', async () => {
    const began = performance.now();
    const slowly = async (): Promise<never> => {
      await sleep(20);
      return await lose();
    };
    await expect(retryContended(slowly, 200)).rejects.toThrow(Unavailable);
    expect(performance.now() - began).toBeGreaterThan(200);
  });

  it('measures its time by the clock of the service', async () => {
    recordSleeps();
    let elapsed = 0;
    Object.assign(globalThis.broadsheetClock!, { elapsedMs: () => elapsed });
    vi.spyOn(performance, 'now').mockReturnValue(0);
    let attempts = 0;
    const failing = retryContended(() => {
      attempts++;
      elapsed += 40;
      return lose();
    }, 100);
    await expect(failing).rejects.toThrow(Unavailable);
    expect(attempts).toBe(3);
  });

  it('lets 50 writers of one version succeed', async () => {
    let version = 0;
    const write = async (): Promise<void> => {
      const seen = version;
      await sleep(1);
      if (seen !== version) await lose();
      version++;
    };
    await Promise.all(Array.from({ length: 50 }, () => retryContended(write, 600_000)));
    expect(version).toBe(50);
  });
});
