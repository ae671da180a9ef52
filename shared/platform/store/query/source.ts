import { idAt, POSITION_LENGTH, type Position } from '../../values/position.ts';
import { getItems, keyText, queryItems, type Key, type Consistency } from '../table.ts';
import type { Direction, Range } from './scan-range.ts';
import type { Match } from './timeline-query.ts';

/** An entry of a timeline. */
export interface Found {
  /** Its position in the timeline that it was read from. */
  at: Position;
  /** Its position in the common order, which differs only in timelines of another order. */
  key: Position;
}

export interface Read {
  timeline: string;
  range: Range;
  direction: Direction;
  limit: number;
}

export interface Probe {
  timeline: string;
  key: Position;
}

const ID_START = 13;

/** `~` sorts behind everything that can follow a position in a sort key. */
function through(position: Position): string {
  return `${position}~`;
}

function partition(timeline: string): string {
  return `T#${timeline}`;
}

/** Parses a sort key. In timelines of another order the common timestamp follows the position; see `entryKey`. */
function parseEntry(sortKey: string): Found {
  const at = sortKey.slice(0, POSITION_LENGTH);
  if (sortKey.length === POSITION_LENGTH) return { at, key: at };
  return { at, key: `${sortKey.slice(POSITION_LENGTH + 1)}#${at.slice(ID_START)}` };
}

export function toMatch({ at, key }: Found): Match {
  return { id: idAt(at), at, key };
}

/** Reads for one query, and counts what it reads. */
export class Source {
  /** Read entries and probed keys, including absent ones. */
  examined = 0;
  readonly #consistent: boolean;

  constructor({ consistent }: Consistency) {
    this.#consistent = consistent;
  }

  async entries({ timeline, range, direction, limit }: Read): Promise<Found[]> {
    const items = await queryItems({
      pk: partition(timeline),
      between: [range.low, through(range.high)],
      descending: direction === 'newest',
      limit,
      consistent: this.#consistent,
    });
    this.examined += items.length;
    return items.map(item => parseEntry(String(item.sk)));
  }

  /** @returns for each probe whether the timeline holds the key */
  async probe(probes: readonly Probe[]): Promise<boolean[]> {
    const keys = probes.map(({ timeline, key }): Key => ({ pk: partition(timeline), sk: key }));
    const items = await getItems(keys, { consistent: this.#consistent });
    this.examined += keys.length;
    return keys.map(key => items.has(keyText(key)));
  }
}
