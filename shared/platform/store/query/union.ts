import type { Position } from '../../values/position.ts';
import type { ScanRange } from './scan-range.ts';
import type { Found, Source } from './source.ts';
import { TimelineBuffer } from './timeline-buffer.ts';

/** Smaller reads are not worth a round trip. */
const MIN_BLOCK = 16;

/** Several timelines read as one; an entry in several of them counts once. */
export class Union {
  readonly buffers: readonly TimelineBuffer[];
  readonly #scanRange: ScanRange;

  constructor(buffers: readonly TimelineBuffer[], scanRange: ScanRange) {
    this.#scanRange = scanRange;
    this.buffers = buffers;
  }

  static of(timelines: readonly string[], scanRange: ScanRange): Union {
    return new Union(
      [...new Set(timelines)].map(timeline => new TimelineBuffer(timeline, scanRange)),
      scanRange,
    );
  }

  get done(): boolean {
    return this.buffers.every(buffer => buffer.done);
  }

  /** Entries per second. */
  get density(): number {
    return this.#open().reduce((sum, buffer) => sum + buffer.density, 0);
  }

  /** Whether any timeline contains the key; undefined when unknown. */
  holds(key: Position): boolean | undefined {
    let all: boolean | undefined = false;
    for (const buffer of this.buffers) {
      const holds = buffer.holds(key);
      if (holds === true) return true;
      if (holds === undefined) all = undefined;
    }
    return all;
  }

  /** The first position from `at` on that can have an entry; undefined when none can. */
  next(at: Position): Position | undefined {
    let earliest: Position | undefined;
    for (const buffer of this.buffers) {
      const next = buffer.next(at);
      if (next !== undefined && (earliest === undefined || this.#scanRange.isBefore(next, earliest)))
        earliest = next;
    }
    return earliest;
  }

  entryAt(at: Position): Found | undefined {
    return this.buffers.map(buffer => buffer.entryAt(at)).find(entry => entry !== undefined);
  }

  /** The entries from `at` up to the lowest horizon of all timelines, in order. */
  known(at: Position): Found[] {
    const horizon = this.#horizon();
    const [only, ...others] = this.buffers;
    if (only && others.length === 0) return [...only.known(at)];
    const entries = new Map<Position, Found>();
    for (const entry of this.buffers.flatMap(buffer => buffer.known(at))) {
      if (horizon === undefined || !this.#scanRange.isBefore(horizon, entry.at)) entries.set(entry.at, entry);
    }
    return [...entries.values()].sort((a, b) => this.#scanRange.compare(a.at, b.at));
  }

  /** Reads about `count` more entries, distributed by density, all at once; timelines that are far ahead wait. */
  async read(source: Source, count: number, at: Position): Promise<void> {
    const horizon = this.#horizon();
    const density = this.density;
    const open = this.#open();
    await Promise.all(
      open.map(async buffer => {
        const share = density > 0 ? buffer.density / density : 1 / open.length;
        const block = Math.max(MIN_BLOCK, Math.ceil(count * share));
        const ahead = buffer.countBehind(horizon ?? at);
        if (ahead <= block / 2) await buffer.read(source, block, at);
      }),
    );
  }

  /** The first read: `count` entries of each timeline. */
  async begin(source: Source, count: number): Promise<void> {
    await Promise.all(this.buffers.map(buffer => buffer.read(source, count, this.#scanRange.start)));
  }

  #open(): TimelineBuffer[] {
    return this.buffers.filter(buffer => !buffer.done);
  }

  #horizon(): Position | undefined {
    const horizons = this.#open().flatMap(buffer => buffer.horizon ?? []);
    return horizons.reduce<Position | undefined>(
      (least, horizon) => (least === undefined || this.#scanRange.isBefore(horizon, least) ? horizon : least),
      undefined,
    );
  }
}
