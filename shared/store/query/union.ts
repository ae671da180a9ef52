import type { Position } from '../../core/position.ts';
import type { ScanRange } from './scan-range.ts';
import type { Found, Source } from './source.ts';
import { TimelineBuffer } from './timeline-buffer.ts';

/** A read that returns less is not worth its round trip. */
const MIN_BLOCK = 16;

/** Several timelines read as one; an entry that is in several counts once. */
export class Union {
  readonly windows: readonly TimelineBuffer[];
  readonly #course: ScanRange;

  constructor(windows: readonly TimelineBuffer[], course: ScanRange) {
    this.#course = course;
    this.windows = windows;
  }

  static of(timelines: readonly string[], course: ScanRange): Union {
    return new Union(
      [...new Set(timelines)].map(timeline => new TimelineBuffer(timeline, course)),
      course,
    );
  }

  get done(): boolean {
    return this.windows.every(window => window.done);
  }

  /** Entries per second. */
  get density(): number {
    return this.#open().reduce((sum, window) => sum + window.density, 0);
  }

  /** undefined: not known yet. */
  holds(key: Position): boolean | undefined {
    let all: boolean | undefined = false;
    for (const window of this.windows) {
      const holds = window.holds(key);
      if (holds === true) return true;
      if (holds === undefined) all = undefined;
    }
    return all;
  }

  /** The earliest position from `at` on where there can be an entry; undefined when there is none. */
  next(at: Position): Position | undefined {
    let earliest: Position | undefined;
    for (const window of this.windows) {
      const next = window.next(at);
      if (next !== undefined && (earliest === undefined || this.#course.isBefore(next, earliest)))
        earliest = next;
    }
    return earliest;
  }

  entryAt(at: Position): Found | undefined {
    return this.windows.map(window => window.entryAt(at)).find(entry => entry !== undefined);
  }

  /** All entries from `at` up to where every timeline is known, in order. */
  known(at: Position): Found[] {
    const horizon = this.#horizon();
    const [only, ...others] = this.windows;
    if (only && others.length === 0) return [...only.known(at)];
    const entries = new Map<Position, Found>();
    for (const entry of this.windows.flatMap(window => window.known(at))) {
      if (horizon === undefined || !this.#course.isBefore(horizon, entry.at)) entries.set(entry.at, entry);
    }
    return [...entries.values()].sort((a, b) => this.#course.compare(a.at, b.at));
  }

  /** Reads on by about `count` entries, each timeline by its share, all at once; who is far ahead already waits. */
  async read(source: Source, count: number, at: Position): Promise<void> {
    const horizon = this.#horizon();
    const density = this.density;
    const open = this.#open();
    await Promise.all(
      open.map(async window => {
        const share = density > 0 ? window.density / density : 1 / open.length;
        const block = Math.max(MIN_BLOCK, Math.ceil(count * share));
        const ahead = window.countBehind(horizon ?? at);
        if (ahead <= block / 2) await window.read(source, block, at);
      }),
    );
  }

  /** The first read: the same number of entries of each timeline. */
  async begin(source: Source, count: number): Promise<void> {
    await Promise.all(this.windows.map(window => window.read(source, count, this.#course.start)));
  }

  #open(): TimelineBuffer[] {
    return this.windows.filter(window => !window.done);
  }

  #horizon(): Position | undefined {
    const horizons = this.#open().flatMap(window => window.horizon ?? []);
    return horizons.reduce<Position | undefined>(
      (least, horizon) => (least === undefined || this.#course.isBefore(horizon, least) ? horizon : least),
      undefined,
    );
  }
}
