import { describe, expect, it } from 'vitest';
import { readCpuSeconds, parsePss, parseStat, findTree } from '../../support/processes/process-tree.ts';

/** The first fields of `/proc/<pid>/stat`: of times, user, system, and both of ended children. */
const STAT = '4557 (next (v16) ) S 4100 4557 4557 0 -1 4194560 9 8 7 6 250 50 20 10 20 0 11 0 99';

describe('parseStat()', () => {
  it('returns process, parent and processor time with that of ended children', () => {
    expect(parseStat(STAT)).toEqual({ pid: 4557, parent: 4100, cpuSeconds: 3.3 });
  });
});

describe('findTree()', () => {
  it('returns a process and all its descendants in any order of the list', () => {
    const processes = [
      { pid: 5, parent: 9, cpuSeconds: 0 },
      { pid: 9, parent: 2, cpuSeconds: 0 },
      { pid: 2, parent: 1, cpuSeconds: 0 },
      { pid: 3, parent: 1, cpuSeconds: 0 },
    ];

    expect(findTree(2, processes).map(({ pid }) => pid)).toEqual([2, 9, 5]);
  });

  it('returns an empty list when the process has ended', () => {
    expect(findTree(7, [{ pid: 5, parent: 9, cpuSeconds: 0 }])).toEqual([]);
  });
});

describe('parsePss()', () => {
  it('returns bytes, and 0 for a process that has ended', () => {
    expect(parsePss('00400000-7ffd [rollup]\nRss:   900 kB\nPss:   123 kB\nPss_Anon: 50 kB\n')).toBe(125_952);
    expect(parsePss('')).toBe(0);
  });
});

describe('readCpuSeconds()', () => {
  it('returns NaN for a process that does not exist', async () => {
    expect(await readCpuSeconds(-1)).toBeNaN();
  });
});
