import { timestampAt, type Position } from '../../core/position.ts';
import type { ScanRange } from './scan-range.ts';
import type { Found, Source } from './source.ts';

/**
 * What is known of one timeline: every entry up to a horizon, and single keys that were probed. Of what lies before `at`, the place
 * that a query has come to, nothing is asked any more: so reading may leap there.
 */
export class TimelineBuffer {
  readonly timeline: string;
  readonly course: ScanRange;
  /** Nothing lies beyond what is known. */
  done = false;
  /** Entries per second where it was read last. */
  density = 0;
  #to: Position | undefined;
  #entries: Found[] = [];
  #passed = 0;
  readonly #members = new Set<Position>();
  readonly #probed = new Map<Position, boolean>();

  constructor(timeline: string, course: ScanRange) {
    this.timeline = timeline;
    this.course = course;
  }

  /** A timeline that is wholly known: these entries, in order. */
  static of(timeline: string, entries: readonly Found[], course: ScanRange): TimelineBuffer {
    const window = new TimelineBuffer(timeline, course);
    window.#append(entries, true);
    return window;
  }

  /** The last position up to which all entries are known; undefined before the first read. */
  get horizon(): Position | undefined {
    return this.#to;
  }

  /** undefined: not known yet. */
  holds(key: Position): boolean | undefined {
    if (this.#members.has(key)) return true;
    return this.#probed.get(key) ?? (this.#covers(key) ? false : undefined);
  }

  /** The earliest position from `at` on where there can be an entry; undefined when there is none. `at` never goes back. */
  next(at: Position): Position | undefined {
    if (!this.#covers(at)) return this.done ? undefined : at;
    const entry = this.#skipTo(at);
    if (entry) return entry.at;
    return this.done || this.#to === undefined ? undefined : this.course.next(this.#to);
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

  /** How many known entries lie behind a position. */
  countBehind(position: Position): number {
    return this.#entries.filter(entry => this.course.isBefore(position, entry.at)).length;
  }

  /** Reads on by `count` entries, from the horizon or from `at`. */
  async read(source: Source, count: number, at: Position): Promise<void> {
    if (this.done) return;
    const start = this.#to === undefined ? at : this.course.furthest(this.course.next(this.#to), at);
    const found = this.course.isOver(start)
      ? []
      : await source.entries({
          timeline: this.timeline,
          range: this.course.from(start),
          direction: this.course.direction,
          limit: count,
        });
    this.#append(found, found.length < count);
  }

  note(key: Position, present: boolean): void {
    this.#probed.set(key, present);
  }

  #covers(position: Position): boolean {
    return this.#to !== undefined && !this.course.isBefore(this.#to, position);
  }

  #skipTo(at: Position): Found | undefined {
    for (;;) {
      const entry = this.#entries[this.#passed];
      if (!entry || !this.course.isBefore(entry.at, at)) return entry;
      this.#passed++;
    }
  }

  #append(found: readonly Found[], done: boolean): void {
    for (const entry of found) this.#members.add(entry.key);
    this.#entries.push(...found);
    const [first, last] = [found[0], found.at(-1)];
    this.done = done;
    this.#to = done || !last ? this.course.end : last.at;
    if (!first || !last) return;
    this.density = found.length / (Math.abs(timestampAt(first.at) - timestampAt(last.at)) + 1);
  }
}
