import { describe, expect, it } from 'vitest';
import { collectGarbage, IdleCollector } from '../../../infra/local/idle-memory.ts';

/** A collector whose process works for as many milliseconds before each check; a collection takes 300 ms. */
function collectorOf() {
  const state = { cpuMs: 5_000, collections: 0 };
  const collector = new IdleCollector({
    cpuMs: () => state.cpuMs,
    collect: () => {
      state.cpuMs += 300;
      state.collections++;
    },
  });
  return (...works: number[]) =>
    works.map(ms => {
      state.cpuMs += ms;
      collector.check();
      return state.collections;
    });
}

describe('IdleCollector', () => {
  it('collects once when the process becomes idle after work', () => {
    expect(collectorOf()(5_000, 4_000, 250, 0, 0)).toEqual([0, 0, 1, 1, 1]);
  });

  it('collects again after more work', () => {
    expect(collectorOf()(1_000, 0, 0, 900, 0, 251, 0)).toEqual([0, 1, 1, 1, 1, 1, 2]);
  });

  it('waits until little work adds up', () => {
    expect(collectorOf()(200, 200, 200, 200, 199, 1, 0)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  });
});

describe('collectGarbage()', () => {
  it('works in a process that was started without --expose-gc', () => {
    expect(Reflect.has(globalThis, 'gc')).toBe(false);
    collectGarbage();
    collectGarbage();
  });
});
