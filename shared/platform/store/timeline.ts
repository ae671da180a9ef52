import { idAt, type Position, makePosition, sortableTimestamp } from '../values/position.ts';
import { countItems, queryItems, type Item, type Key } from './table.ts';

/**
 * Every list is a timeline: a partition `T#<name>` with the sort key (timestamp, id). Entries consist of their keys and are written in the
 * transaction of the record they point to, so that a list read after a write contains it. The same (timestamp, id) locates a record in
 * every timeline that has it. A page costs one Query per timeline, however long the timeline is.
 */
export interface Entry {
  timeline: string;
  /** Unix seconds; may lie before 1970. */
  ts: number;
  id: number;
  /** In a timeline with another order: the timestamp that the record has in the other timelines, appended to the sort key. */
  commonTs?: number;
  /** How much the entry counts in a ranking (query/exhaustive-query.ts). */
  weight?: number;
}

export interface PageRequest {
  /** The timelines are merged, newest first. An entry in several of them appears once. */
  timelines: readonly string[];
  offset: number;
  limit: number;
  after?: Position | undefined;
  oldestFirst?: boolean;
  consistent: boolean;
}

export interface Page {
  ids: number[];
  /** The positions of `ids`. */
  positions: Position[];
  /** Where the next page starts; absent on the last page. */
  next?: Position;
}

export function entryKey({ timeline, ts, id, commonTs }: Entry): Key {
  return {
    pk: `T#${timeline}`,
    sk:
      commonTs === undefined
        ? makePosition(ts, id)
        : `${makePosition(ts, id)}#${sortableTimestamp(commonTs)}`,
  };
}

function positionIn(item: Item): Position {
  return String(item.sk);
}

/** Reads one page. Reads `offset + limit + 1` entries of each timeline; the query schemas limit offsets. */
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

/** Adds up the lengths of the timelines. An entry in several timelines counts in each. */
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
