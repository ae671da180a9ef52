import { timestampAt, type Position } from '../../values/position.ts';
import type { ScanRange } from './scan-range.ts';
import type { Found, Source } from './source.ts';

/**
 * The known part of one timeline: every entry up to a horizon, and single probed keys. The query never goes back behind its current
 * position `at`, so reading may skip to it.
 */
export class TimelineBuffer {
  readonly timeline: string;
  readonly scanRange: ScanRange;
  /** The timeline has been read to its end. */
  done = false;
  /** Entries per second in the block read last. */
  density = 0;
  #to: Position | undefined;
  #entries: Found[] = [];
  #passed = 0;
  readonly #members = new Set<Position>();
  readonly #probed = new Map<Position, boolean>();

  constructor(timeline: string, scanRange: ScanRange) {
    this.timeline = timeline;
    this.scanRange = scanRange;
  }

  /** A completely known timeline with these entries, in order. */
  static of(timeline: string, entries: readonly Found[], scanRange: ScanRange): TimelineBuffer {
    const buffer = new TimelineBuffer(timeline, scanRange);
    buffer.#append(entries, true);
    return buffer;
  }

  /** The last position up to which all entries are known; undefined before the first read. */
  get horizon(): Position | undefined {
    return this.#to;
  }

  /** Whether the timeline contains the key; undefined when unknown. */
  holds(key: Position): boolean | undefined {
    if (this.#members.has(key)) return true;
    return this.#probed.get(key) ?? (this.#covers(key) ? false : undefined);
  }

  /** The first position from `at` on that can have an entry; undefined when none can. `at` must not decrease between calls. */
  next(at: Position): Position | undefined {
    if (!this.#covers(at)) return this.done ? undefined : at;
    const entry = this.#skipTo(at);
    if (entry) return entry.at;
    return this.done || this.#to === undefined ? undefined : this.scanRange.next(this.#to);
  }

  entryAt(at: Position): Found | undefined {
    const entry = this.#skipTo(at);
    return entry?.at === at ? entry : undefined;
  }

  /** The known entries from `at` on. */
  known(at: Position): readonly Found[] {
    this.#skipTo(at);
    return this.#entries.slice(this.#passed);
  }

  /** How many known entries follow a position. */
  countBehind(position: Position): number {
    return this.#entries.filter(entry => this.scanRange.isBefore(position, entry.at)).length;
  }

  /** Reads the next `count` entries, from the horizon or from `at`. */
  async read(source: Source, count: number, at: Position): Promise<void> {
    if (this.done) return;
    const start = this.#to === undefined ? at : this.scanRange.furthest(this.scanRange.next(this.#to), at);
    const found = this.scanRange.isOver(start)
      ? []
      : await source.entries({
          timeline: this.timeline,
          range: this.scanRange.from(start),
          direction: this.scanRange.direction,
          limit: count,
        });
    this.#append(found, found.length < count);
  }

  setProbed(key: Position, present: boolean): void {
    this.#probed.set(key, present);
  }

  #covers(position: Position): boolean {
    return this.#to !== undefined && !this.scanRange.isBefore(this.#to, position);
  }

  #skipTo(at: Position): Found | undefined {
    for (;;) {
      const entry = this.#entries[this.#passed];
      if (!entry || !this.scanRange.isBefore(entry.at, at)) return entry;
      this.#passed++;
    }
  }

  #append(found: readonly Found[], done: boolean): void {
    for (const entry of found) this.#members.add(entry.key);
    this.#entries.push(...found);
    const [first, last] = [found[0], found.at(-1)];
    this.done = done;
    this.#to = done || !last ? this.scanRange.end : last.at;
    if (!first || !last) return;
    this.density = found.length / (Math.abs(timestampAt(first.at) - timestampAt(last.at)) + 1);
  }
}
