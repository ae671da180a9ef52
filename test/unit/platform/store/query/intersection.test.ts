import { describe, expect, it } from 'vitest';
import { makePosition, type Position } from '../../../../../shared/platform/values/position.ts';
import { Intersection, type Sets } from '../../../../../shared/platform/store/query/intersection.ts';
import { chooseReads, otherSets } from '../../../../../shared/platform/store/query/reads.ts';
import { ScanRange, secondsRange } from '../../../../../shared/platform/store/query/scan-range.ts';
import { Source } from '../../../../../shared/platform/store/query/source.ts';
import { TimelineBuffer } from '../../../../../shared/platform/store/query/timeline-buffer.ts';
import { Union } from '../../../../../shared/platform/store/query/union.ts';
import { entryKey } from '../../../../../shared/platform/store/timeline.ts';
import { useTable } from './table.ts';

/** A timeline with an entry each second, and one with an entry every hundred seconds. */
const END = 10_000;
useTable(() =>
  Object.entries({ dense: 1, sparse: 100 }).flatMap(([timeline, step]) =>
    Array.from({ length: END / step }, (_, index) => {
      const ts = (index + 1) * step;
      return { ...entryKey({ timeline, ts, id: ts }) };
    }),
  ),
);

const range = secondsRange(0, END);
const oldest = new ScanRange('oldest', range);

function at(ts: number): Position {
  return makePosition(ts, ts);
}

function found(ts: number) {
  return { at: at(ts), key: at(ts) };
}

/** A completely known set. */
function known(...timestamps: number[]): Union {
  return new Union([TimelineBuffer.of('known', timestamps.map(found), oldest)], oldest);
}

/** A set of one timeline whose first entries are read. */
async function begun(timeline: string, count: number): Promise<Union> {
  const union = Union.of([timeline], oldest);
  if (count > 0) await union.begin(new Source({ consistent: true }), count);
  return union;
}

function query(within: Union[], more: Partial<Sets> = {}): Intersection {
  return new Intersection(
    { within, without: [], secondaryOrder: undefined, range, partOf: () => undefined, ...more },
    oldest,
  );
}

function taken(intersection: Intersection, count = 10): number[] {
  return intersection.take(count).map(({ key }) => Number(key.slice(13)));
}

describe('Intersection', () => {
  it('returns the entries of all sets in order, as many as requested', () => {
    const intersection = query([known(1, 3, 5, 7, 9), known(3, 4, 7, 9)]);
    expect([taken(intersection, 2), intersection.at]).toEqual([[3, 7], oldest.next(at(7))]);
    expect([taken(intersection), intersection.over]).toEqual([[9], true]);
    expect(taken(intersection)).toEqual([]);
  });

  it('leaves out the entries of excluded sets and of other periods', () => {
    expect(taken(query([known(1, 3, 5)], { without: [known(3)] }))).toEqual([1, 5]);
    expect(taken(query([known(1, 3, 5)], { range: secondsRange(2, 4) }))).toEqual([3]);
    expect(taken(query([known(1, 3, 5)], { range: { low: at(3), high: at(3) } }))).toEqual([3]);
    expect(query([known(1)], { range: secondsRange(4, 2) }).over).toBe(true);
  });

  it('stops before a candidate that a set does not know, unless another set excludes it', async () => {
    const dense = await begun('dense', 200);
    const blocked = query([known(150, 250), dense]);
    expect([taken(blocked), blocked.at, blocked.over]).toEqual([[150], at(250), false]);
    expect(blocked.isMatch(at(250))).toBeUndefined();
    dense.buffers[0]!.setProbed(at(250), true);
    expect(taken(blocked)).toEqual([250]);
    expect(taken(query([known(250)], { without: [await begun('dense', 0), known(250)] }))).toEqual([]);
    expect(query([known(250)], { without: [await begun('dense', 0)] }).isMatch(at(250))).toBeUndefined();
  });

  it('follows only given entries once they include all possible matches', async () => {
    const intersection = query([await begun('dense', 0)], { secondaryOrder: known(9) });
    expect(intersection.leaders).toEqual([intersection.sets.secondaryOrder]);
    intersection.followOnly(known(4, 6));
    expect(intersection.leaders).toHaveLength(1);
    intersection.sets.within[0]!.buffers[0]!.setProbed(at(4), true);
    intersection.sets.within[0]!.buffers[0]!.setProbed(at(6), false);
    expect(taken(intersection)).toEqual([4]);
  });
});

describe('chooseReads()', () => {
  const candidates = (...timestamps: number[]) => timestamps.map(found);
  const driver = known();

  it('reads nothing without candidates', async () => {
    const intersection = query([driver, await begun('dense', 10)]);
    expect(
      chooseReads(intersection, { driver, candidates: [], until: undefined, coming: 0, isPatient: false }),
    ).toEqual({ scans: [], probes: [] });
    expect(otherSets(intersection, driver)).toHaveLength(1);
  });

  it('scans a set up to the last candidate when that is cheaper than probes', async () => {
    const dense = await begun('dense', 10);
    const intersection = query([driver, dense]);
    const reads = (...timestamps: number[]) =>
      chooseReads(intersection, {
        driver,
        candidates: candidates(...timestamps),
        until: at(timestamps.at(-1)!),
        coming: 0,
        isPatient: false,
      });
    const [buffer] = dense.buffers;
    // The next eight seconds for each candidate: 10 are known, and a quarter and 16 more are read.
    expect(reads(12, 26)).toEqual({ scans: [{ buffer, count: 20 + 16 }], probes: [] });
    expect(reads(12, 27)).toEqual({ scans: [], probes: [12, 27].map(ts => ({ buffer, key: at(ts) })) });
    expect(reads(5, 9)).toEqual({ scans: [], probes: [] });
    expect(reads(5, 100)).toEqual({ scans: [], probes: [{ buffer, key: at(100) }] });
  });

  it('counts the candidates that the driver will bring', async () => {
    const dense = await begun('dense', 10);
    const coming = (count: number) =>
      chooseReads(query([driver, dense]), {
        driver,
        candidates: candidates(12),
        until: at(90),
        coming: count,
        isPatient: false,
      });
    expect(coming(9).scans).toHaveLength(1);
    expect(coming(8).probes).toHaveLength(1);
  });

  it('reads few entries when a long query makes many probes', async () => {
    const dense = await begun('dense', 10);
    const [buffer] = dense.buffers;
    const reads = (count: number, isPatient: boolean, sets: Partial<Sets> = {}) =>
      chooseReads(query([driver, dense], sets), {
        driver,
        candidates: candidates(...Array.from({ length: count }, (_, index) => (index + 1) * 500)),
        until: at(count * 500),
        coming: 0,
        isPatient,
      });
    expect(reads(17, true).scans).toEqual([{ buffer, count: 16 }]);
    expect(reads(16, true).scans).toEqual([]);
    expect(reads(17, false).scans).toEqual([]);
    expect(reads(17, true, { secondaryOrder: known() }).scans).toEqual([]);
    expect(reads(17, true).probes).toHaveLength(17);
  });

  it('probes instead of scanning in another order, and nothing of a set that is completely known', async () => {
    const options = { driver, candidates: candidates(12), until: at(12), coming: 0, isPatient: false };
    const inOrder = query([driver, await begun('dense', 10)], { secondaryOrder: known() });
    expect(chooseReads(inOrder, options)).toMatchObject({ scans: [], probes: [{ key: at(12) }] });
    expect(chooseReads(query([driver, known(1)]), options)).toEqual({ scans: [], probes: [] });
  });

  it('reads excluded sets too, and only timelines that do not know a candidate of the set', async () => {
    const [dense, sparse] = [await begun('dense', 10), await begun('sparse', 1)];
    const both = new Union([...dense.buffers, ...sparse.buffers], oldest);
    const intersection = query([driver], { without: [both] });
    const reads = chooseReads(intersection, {
      driver,
      candidates: candidates(50, 99),
      until: at(99),
      coming: 0,
      isPatient: false,
    });
    expect(reads).toEqual({
      scans: [],
      probes: [50, 99].map(ts => ({ buffer: dense.buffers[0], key: at(ts) })),
    });
  });
});
