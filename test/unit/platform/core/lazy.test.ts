import { describe, expect, it, vi } from 'vitest';
import { lazy } from '../../../../shared/platform/core/lazy.ts';

describe('lazy()', () => {
  it('loads once, at the first of simultaneous calls', async () => {
    const load = vi.fn((name: string) => Promise.resolve(`${name} loaded`));
    const loadOnce = lazy(load);
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([loadOnce('first'), loadOnce('second')])).toEqual([
      'first loaded',
      'first loaded',
    ]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('missing'))],
    [
      'throws',
      () => {
        throw new Error('missing');
      },
    ],
  ])('loads again after a load that %s', async (_what, fail) => {
    const load = vi.fn<() => Promise<string>>(() => Promise.resolve('loaded')).mockImplementationOnce(fail);
    const loadOnce = lazy(load);
    await expect(async () => await loadOnce()).rejects.toThrow('missing');
    expect(await loadOnce()).toBe('loaded');
  });
});
