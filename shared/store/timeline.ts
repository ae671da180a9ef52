import { idAt, type Position, positionOf, stamp } from '../core/position.ts';
import { countItems, queryItems, type Item, type Key } from './table.ts';

/**
 * Everything that can be listed is a timeline: a partition `T#<name>` whose sort key is (timestamp, id). Entries carry nothing
 * else and are written in the same transaction as the record they point to, so a list read after a write sees it, and the same
 * (timestamp, id) finds a record in every timeline that holds it. A page costs one Query per timeline, whatever its length.
 */
export interface Entry {
  timeline: string;
  /** Unix seconds; may lie before 1970. */
  ts: number;
  id: number;
  /** In a timeline of another order: the timestamp by which the others have the record, carried behind the sort key. */
  commonTs?: number;
  /** What the entry says beside that it is there: how much it counts in a ranking (query/whole.ts). */
  weight?: number;
}

export interface PageRequest {
  /** Merged into one, newest first; an entry in several counts once. */
  timelines: readonly string[];
  offset: number;
  limit: number;
  after?: Position | undefined;
  oldestFirst?: boolean;
  consistent: boolean;
}

export interface Page {
  ids: number[];
  /** Of the same entries: id and timestamp. */
  positions: Position[];
  /** Where the next page starts; absent on the last one. */
  next?: Position;
}

export function entryKey({ timeline, ts, id, commonTs }: Entry): Key {
  return {
    pk: `T#${timeline}`,
    sk: commonTs === undefined ? positionOf(ts, id) : `${positionOf(ts, id)}#${stamp(commonTs)}`,
  };
}

function positionIn(item: Item): Position {
  return String(item.sk);
}

/** One page of one or several timelines. Reads `offset + limit + 1` entries of each: offsets are bounded where they are parsed. */
export async function readPage({
  timelines,
  offset,
  limit,
  after,
  oldestFirst = false,
  consistent,
}: PageRequest): Promise<Page> {
  const wanted = offset + limit + 1;
  const streams = await Promise.all(
    timelines.map(name =>
      queryItems({
        pk: `T#${name}`,
        limit: wanted,
        descending: !oldestFirst,
        consistent,
        ...(after !== undefined && { after }),
      }),
    ),
  );
  const found = merge(
    streams.map(items => items.map(positionIn)),
    oldestFirst,
  ).slice(offset, wanted);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(idAt),
    positions: page,
    ...(found.length > limit && last !== undefined && { next: last }),
  };
}

/** How many entries timelines have; one in several counts as often. */
export async function countEntries(timelines: readonly string[]): Promise<number> {
  const counts = await Promise.all(timelines.map(name => countItems({ pk: `T#${name}`, consistent: false })));
  return counts.reduce((sum, count) => sum + count, 0);
}

function merge(streams: readonly Position[][], oldestFirst: boolean): Position[] {
  const [only, ...others] = streams;
  if (only && others.length === 0) return only;
  const sorted = [...new Set(streams.flat())].sort();
  return oldestFirst ? sorted : sorted.reverse();
}
