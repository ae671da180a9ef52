import { beforeEach, describe, expect, it } from 'vitest';
import { makePosition, type Position } from '../../../../../shared/platform/values/position.ts';
import { ScanRange, secondsRange } from '../../../../../shared/platform/store/query/scan-range.ts';
import { Source } from '../../../../../shared/platform/store/query/source.ts';
import { TimelineBuffer } from '../../../../../shared/platform/store/query/timeline-buffer.ts';
import { Union } from '../../../../../shared/platform/store/query/union.ts';
import { entryKey } from '../../../../../shared/platform/store/timeline.ts';
import { useTable } from './table.ts';

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The timestamps of the entries of each timeline; an entry's id is its timestamp. */
const TIMELINES: Record<string, number[]> = {
  five: [10, 20, 30, 40, 50],
  odd: [5, 15, 30, 45],
  dense: range(1, 200),
  sparse: range(1, 40).map(ts => ts * 5),
};
const calls = useTable(() =>
  Object.entries(TIMELINES).flatMap(([timeline, held]) =>
    held.map(ts => ({ ...entryKey({ timeline, ts, id: ts }) })),
  ),
);

const newest = new ScanRange('newest', secondsRange(0, 1000));
let source: Source;
beforeEach(() => {
  source = new Source({ consistent: true });
});

function at(ts: number): Position {
  return makePosition(ts, ts);
}

async function read(timeline: string, count: number, from = newest.start): Promise<TimelineBuffer> {
  const buffer = new TimelineBuffer(timeline, newest);
  await buffer.read(source, count, from);
  return buffer;
}

describe('TimelineBuffer', () => {
  it('knows nothing before its first read', () => {
    const buffer = new TimelineBuffer('five', newest);
    expect([buffer.done, buffer.density, buffer.horizon]).toEqual([false, 0, undefined]);
    expect([buffer.holds(at(50)), buffer.next(at(60)), buffer.entryAt(at(50))]).toEqual([
      undefined,
      at(60),
      undefined,
    ]);
  });

  it('knows all entries up to the last one that it has read', async () => {
    const buffer = await read('five', 2);
    expect([buffer.done, buffer.horizon, buffer.density]).toEqual([false, at(40), 2 / 11]);
    expect([55, 50, 45, 40, 39].map(ts => buffer.holds(at(ts)))).toEqual([
      false,
      true,
      false,
      true,
      undefined,
    ]);
    expect(buffer.known(newest.start).map(({ key }) => key)).toEqual([at(50), at(40)]);
    expect([buffer.countBehind(at(60)), buffer.countBehind(at(50)), buffer.countBehind(at(40))]).toEqual([
      2, 1, 0,
    ]);
  });

  it('returns the next possible position', async () => {
    const buffer = await read('five', 2);
    expect(buffer.next(at(60))).toBe(at(50));
    expect(buffer.entryAt(at(50))).toEqual({ at: at(50), key: at(50) });
    expect(buffer.next(at(49))).toBe(at(40));
    expect([buffer.entryAt(at(49)), buffer.entryAt(at(40))?.at]).toEqual([undefined, at(40)]);
    expect(buffer.next(newest.next(at(40)))).toBe(newest.next(at(40)));
    expect(buffer.next(at(15))).toBe(at(15));
    expect(buffer.known(at(15))).toEqual([]);
  });

  it('returns the position behind its horizon when no entry follows in what it knows', async () => {
    const buffer = await read('five', 2);
    buffer.next(newest.next(at(40)));
    expect(TimelineBuffer.of('of', [], newest).next(at(1))).toBeUndefined();
    await buffer.read(source, 1, at(35));
    expect([buffer.horizon, buffer.next(at(35)), buffer.density]).toEqual([at(30), at(30), 1]);
  });

  it('is done when fewer entries than requested are left', async () => {
    const buffer = await read('five', 5);
    expect(buffer.done).toBe(false);
    await buffer.read(source, 3, newest.start);
    expect([buffer.done, buffer.horizon]).toEqual([true, newest.end]);
    expect([buffer.holds(at(50)), buffer.holds(at(5)), buffer.next(at(5))]).toEqual([true, false, undefined]);
    expect(calls.consistent).toHaveLength(2);
    await buffer.read(source, 3, newest.start);
    expect(calls.consistent).toEqual([true, true]);
  });

  it('reads on behind its horizon, or from a later position', async () => {
    const buffer = await read('five', 2);
    await buffer.read(source, 1, newest.start);
    expect(buffer.horizon).toBe(at(30));
    await buffer.read(source, 1, at(15));
    expect([buffer.horizon, buffer.holds(at(20))]).toEqual([at(10), false]);
    expect(source.examined).toBe(4);
  });

  it('reads nothing behind the end of its range', async () => {
    const buffer = await read('five', 2, newest.next(newest.end));
    expect([buffer.done, calls.consistent]).toEqual([true, []]);
  });

  it('remembers probed keys', async () => {
    const buffer = await read('five', 2);
    buffer.setProbed(at(30), true);
    buffer.setProbed(at(25), false);
    expect([30, 25, 20].map(ts => buffer.holds(at(ts)))).toEqual([true, false, undefined]);
  });

  it('knows a list of entries completely', () => {
    const entry = { at: at(7), key: at(9) };
    const buffer = TimelineBuffer.of('given', [entry], newest);
    expect([buffer.timeline, buffer.done, buffer.holds(at(9)), buffer.holds(at(7))]).toEqual([
      'given',
      true,
      true,
      false,
    ]);
    expect(buffer.next(newest.start)).toBe(at(7));
  });
});

describe('Union', () => {
  const makeUnion = async (...reads: [timeline: string, count: number][]) =>
    new Union(await Promise.all(reads.map(([timeline, count]) => read(timeline, count))), newest);

  it('reads each timeline once', () => {
    expect(Union.of(['five', 'odd', 'five'], newest).buffers.map(({ timeline }) => timeline)).toEqual([
      'five',
      'odd',
    ]);
  });

  it('contains an entry that any timeline contains, and lacks one that all lack', async () => {
    const union = await makeUnion(['five', 2], ['odd', 3]);
    expect([50, 45, 47, 35, 30].map(ts => union.holds(at(ts)))).toEqual([true, true, false, undefined, true]);
  });

  it('knows entries up to the lowest horizon, in order, each once', async () => {
    const union = await makeUnion(['five', 2], ['odd', 3]);
    expect(union.known(newest.start).map(({ key }) => key)).toEqual([50, 45, 40].map(at));
    const more = await makeUnion(['five', 3], ['odd', 9]);
    expect(more.known(newest.start).map(({ key }) => key)).toEqual([50, 45, 40, 30].map(at));
    expect((await makeUnion(['five', 2])).known(at(45)).map(({ key }) => key)).toEqual([at(40)]);
  });

  it('returns the earliest next position and its entry', async () => {
    const union = await makeUnion(['five', 9], ['odd', 9]);
    expect([union.next(newest.start), union.next(at(49)), union.next(at(44))]).toEqual([50, 45, 40].map(at));
    expect([union.entryAt(at(40))?.key, union.entryAt(at(39))]).toEqual([at(40), undefined]);
    expect(union.next(at(1))).toBeUndefined();
    expect((await makeUnion(['five', 1], ['odd', 9])).next(at(2))).toBe(at(2));
  });

  it('adds up the densities of timelines that are not read to their ends', async () => {
    const union = await makeUnion(['five', 2], ['odd', 2], ['dense', 300]);
    expect(union.density).toBeCloseTo(2 / 11 + 2 / 16);
    expect([union.done, (await makeUnion(['five', 9], ['odd', 9])).done]).toEqual([false, true]);
  });

  it('reads the beginnings of all timelines, then more by their density', async () => {
    const union = Union.of(['dense', 'sparse'], newest);
    await union.begin(source, 20);
    expect(source.examined).toBe(40);
    await union.read(source, 120, newest.start);
    // The sparse one is ahead: it knows 100 seconds, the dense one 20.
    expect([source.examined, union.buffers.map(({ horizon }) => horizon)]).toEqual([140, [at(81), at(105)]]);
    await union.read(source, 120, newest.start);
    expect([source.examined, union.done]).toEqual([140 + 80 + 20, true]);
  });

  it('reads equal shares before it knows densities, and at least 16 entries of each', async () => {
    const union = Union.of(['dense', 'sparse'], newest);
    await union.read(source, 50, newest.start);
    expect(source.examined).toBe(50);
    const small = Union.of(['dense', 'sparse'], newest);
    await small.read(source, 2, newest.start);
    expect(source.examined).toBe(50 + 32);
  });
});
