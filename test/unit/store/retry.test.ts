import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../shared/core/errors.ts';
import { Contention, retryContended } from '../../../shared/store/retry.ts';

function lose(): Promise<never> {
  return Promise.reject(new Contention('lost'));
}

describe('retryContended()', () => {
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

  it('lets 50 writers of one version succeed', async () => {
    let version = 0;
    const write = async (): Promise<void> => {
      const seen = version;
      await sleep(1);
      if (seen !== version) await lose();
      version++;
    };
    await Promise.all(Array.from({ length: 50 }, () => retryContended(write)));
    expect(version).toBe(50);
  });
});
