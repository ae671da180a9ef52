import { type Position } from '../../values/position.ts';
import { countItems, type Consistency } from '../table.ts';
import { entryKey } from '../timeline.ts';
import { ScanRange, type Direction, type Range } from './scan-range.ts';
import { Source } from './source.ts';

export interface CountedQuery {
  /** The timelines must be disjoint: no entry is in two of them. */
  timelines: readonly string[];
  range: Range;
  direction: Direction;
  offset: number;
  limit: number;
  after: Position | undefined;
  consistent: boolean;
}

export interface CountedPage {
  positions: Position[];
  next: Position | undefined;
  /** Counts the entries of all pages, without counting again what the page's own read has shown. */
  count: () => Promise<number>;
}

/** Reads one page of disjoint timelines, whose total is the sum of their counts. */
export async function readCounted(query: CountedQuery): Promise<CountedPage> {
  const { timelines, range, direction, offset, limit, after, consistent } = query;
  const scanRange = new ScanRange(direction, range, after);
  const wanted = offset + limit + 1;
  const source = new Source({ consistent });
  const read = async (timeline: string): Promise<Position[]> => {
    if (scanRange.isOver(scanRange.start)) return [];
    const found = await source.entries({
      timeline,
      range: scanRange.from(scanRange.start),
      direction,
      limit: wanted,
    });
    return found.map(({ at }) => at);
  };
  const streams = await Promise.all(timelines.map(read));
  const found = streams.flat().sort(scanRange.compare).slice(offset, wanted);
  const positions = found.slice(0, limit);

  const countTimeline = async (timeline: string, stream: readonly Position[]): Promise<number> => {
    if (after !== undefined) return await countIn(timeline, range, { consistent });
    const last = stream.at(-1);
    if (last === undefined || stream.length < wanted) return stream.length;
    return stream.length + (await countIn(timeline, scanRange.from(scanRange.next(last)), { consistent }));
  };
  return {
    positions,
    next: found.length > limit ? positions.at(-1) : undefined,
    count: async () => {
      const counts = await Promise.all(
        timelines.map((timeline, index) => countTimeline(timeline, streams[index] ?? [])),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function countIn(timeline: string, { low, high }: Range, { consistent }: Consistency): Promise<number> {
  if (low > high) return 0;
  const { pk } = entryKey({ timeline, ts: 0, id: 0 });
  return await countItems({ pk, between: [low, high], consistent });
}
