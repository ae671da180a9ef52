import { timestampAt, type Position } from '../../values/position.ts';
import type { Intersection } from './intersection.ts';
import type { Found } from './source.ts';
import type { TimelineBuffer } from './timeline-buffer.ts';
import type { Union } from './union.ts';

/**
 * Reading a hundred consecutive entries costs as much as one or two probes, but takes longer. A set up to this much denser than the
 * candidates is read; a denser one is probed for each candidate.
 */
const DENSITY_TO_PROBE = 8;
export const MIN_BLOCK = 16;
/** Reads are larger by this factor, because densities are only estimates. */
const MARGIN = 1.25;

export interface Scan {
  buffer: TimelineBuffer;
  count: number;
}

/** The reads of one round trip in addition to the driver's. */
export interface Reads {
  scans: Scan[];
  probes: { buffer: TimelineBuffer; key: Position }[];
}

interface Known {
  driver: Union;
  /** The driver's entries that are to be looked for in the other sets. */
  candidates: readonly Found[];
  /** The end of the known and coming candidates; undefined when there are none. */
  until: Position | undefined;
  /** How many more candidates the driver's own read is to bring. */
  coming: number;
  /** The query has gone on for some rounds, so that reading ahead pays. */
  isPatient: boolean;
}

/** Chooses a scan or probes for each timeline that doesn't know all candidates. */
export function chooseReads(query: Intersection, known: Known): Reads {
  const reads: Reads = { scans: [], probes: [] };
  const { driver, candidates, until, coming, isPatient } = known;
  if (until === undefined) return reads;
  for (const set of otherSets(query, driver)) {
    const open = candidates.filter(({ key }) => set.holds(key) === undefined);
    for (const buffer of set.buffers) {
      const unknown = open.filter(({ key }) => buffer.holds(key) === undefined);
      const scan = planScan(query, buffer, { until, expected: unknown.length + coming });
      if (scan) reads.scans.push(scan);
      else {
        reads.probes.push(...unknown.map(({ key }) => ({ buffer, key })));
        if (isPatient) reads.scans.push(...sample(query, buffer, unknown));
      }
    }
  }
  return reads;
}

/** Notes that a candidate is in no other set's timeline of a part, if the driver has timelines of that part and none of them has the candidate. */
export function excludeOtherParts(query: Intersection, driver: Union, candidates: readonly Found[]): void {
  const { within, partOf } = query.sets;
  for (const buffer of within.flatMap(set => (set === driver ? [] : set.buffers))) {
    const part = partOf(buffer.timeline);
    const own = driver.buffers.filter(({ timeline }) => partOf(timeline) === part);
    if (part === undefined || own.length === 0) continue;
    for (const { key } of candidates)
      if (buffer.holds(key) === undefined && own.every(other => other.holds(key) === false))
        buffer.setProbed(key, false);
  }
}

export function otherSets({ sets: { within, without } }: Intersection, driver: Union): Union[] {
  return [...within, ...without].filter(set => set !== driver);
}

/** A scan over the period of the known and coming candidates, unless probing is cheaper. */
function planScan(
  { sets, scanRange, at }: Intersection,
  buffer: TimelineBuffer,
  candidates: { until: Position; expected: number },
): Scan | undefined {
  if (sets.secondaryOrder || buffer.done) return undefined;
  const from = scanRange.furthest(buffer.horizon ?? at, at);
  if (!scanRange.isBefore(from, candidates.until)) return undefined;
  const entries = buffer.density * Math.abs(timestampAt(from) - timestampAt(candidates.until));
  if (entries > DENSITY_TO_PROBE * candidates.expected) return undefined;
  return { buffer, count: Math.ceil(entries * MARGIN) + MIN_BLOCK };
}

/** During long probing, reads a few entries too: they show gaps to leap over, and the current density. */
function sample({ sets }: Intersection, buffer: TimelineBuffer, probed: readonly Found[]): Scan[] {
  return probed.length > MIN_BLOCK && !sets.secondaryOrder ? [{ buffer, count: MIN_BLOCK }] : [];
}
