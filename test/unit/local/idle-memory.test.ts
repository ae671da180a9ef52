import { getHeapSpaceStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { collectGarbage, IdleCollector } from '../../../infra/local/idle-memory.ts';

/** A collector whose process works for as many milliseconds before each check; a collection takes 300 ms. */
function makeCollector() {
  const state = { cpuMs: 5_000, collections: 0 };
  const collector = new IdleCollector({
    cpuMs: () => state.cpuMs,
    collect: async () => {
      state.cpuMs += 300;
      state.collections++;
      await Promise.resolve();
    },
  });
  return async (...works: number[]) => {
    const collections: number[] = [];
    for (const ms of works) {
      state.cpuMs += ms;
      await collector.check();
      collections.push(state.collections);
    }
    return collections;
  };
}

describe('IdleCollector', () => {
  it('collects once when the process becomes idle after work', async () => {
    expect(await makeCollector()(2_000, 1_900, 100, 0, 0)).toEqual([0, 0, 1, 1, 1]);
  });

  it('collects again after more work', async () => {
    expect(await makeCollector()(1_000, 0, 0, 900, 0, 101, 0)).toEqual([0, 1, 1, 1, 1, 1, 2]);
  });

  it('waits until little work adds up', async () => {
    expect(await makeCollector()(100, 100, 100, 100, 100, 100, 100, 100, 100, 99, 1, 0)).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    ]);
  });
});

describe('collectGarbage()', () => {
  it('frees what nothing refers to', async () => {
    const garbage = new WeakRef({});
    await collectGarbage();
    expect(garbage.deref()).toBeUndefined();
  });

  it('shrinks the young generation, which the next requests enlarge again', async () => {
    const youngBytes = () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size;
    for (let round = 0, kept: object[] = []; round < 1_000_000; round++)
      kept = [...kept.slice(-99), { round }];
    await collectGarbage();
    expect(youngBytes()).toBeLessThan(4e6);
  });
});
