import { diff, type Change } from './diff.ts';
import { areAlike } from './words.ts';

/**
 * A part of two texts that began as one. `same`: neither has changed it. `mine` and `theirs`: only one has changed it, or both in the same way.
 * `conflict`: both have, in different ways.
 */
export interface Part {
  kind: 'same' | 'mine' | 'theirs' | 'conflict';
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

interface Texts {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

/** Compares two edits of a list of blocks, in their order. */
export function compareEdits(texts: Texts): Part[] {
  const { base } = texts;
  const sides = { mine: new Side(base, texts.mine), theirs: new Side(base, texts.theirs) };
  const parts: Part[] = [];
  let at = 0;
  const add = (end: number): void => {
    const part = {
      base: base.slice(at, end),
      mine: sides.mine.take(at, end),
      theirs: sides.theirs.take(at, end),
    };
    parts.push({ kind: classify(part), ...part });
    at = end;
  };
  while (at < base.length || !sides.mine.isDone || !sides.theirs.isDone) {
    const next = Math.min(sides.mine.nextStart, sides.theirs.nextStart, base.length);
    add(next > at ? next : findEnd(sides, at));
  }
  return parts;
}

/** Changes that overlap end together. */
function findEnd({ mine, theirs }: { mine: Side; theirs: Side }, start: number): number {
  let end = Math.min(...[mine, theirs].flatMap(side => (side.nextStart === start ? [side.nextEnd] : [])));
  for (let isGrowing = true; isGrowing;) {
    const reach = Math.max(end, mine.reachOver(end), theirs.reachOver(end));
    isGrowing = reach > end;
    end = reach;
  }
  return end;
}

function classify({ base, mine, theirs }: Texts): Part['kind'] {
  const isMine = !isSame(base, mine);
  const isTheirs = !isSame(base, theirs);
  if (isMine && isTheirs) return isSame(mine, theirs) ? 'mine' : 'conflict';
  return isMine ? 'mine' : isTheirs ? 'theirs' : 'same';
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

/** Neighbouring blocks that were each edited are changes of their own, between which can be chosen. */
function splitEdits(change: Change, base: readonly string[], text: readonly string[]): Change[] {
  const { from, to } = change;
  const before = base.slice(...from);
  const after = text.slice(...to);
  const isEach =
    before.length === after.length && before.every((block, at) => areAlike(block, after[at] ?? ''));
  if (!isEach) return [change];
  return before.map((_, at) => ({
    from: [from[0] + at, from[0] + at + 1],
    to: [to[0] + at, to[0] + at + 1],
  }));
}

/** One of the two edits, read from its beginning. */
class Side {
  readonly #text: readonly string[];
  readonly #changes: Change[];
  /** Of the text, and by how much it is ahead of the base. */
  #at = 0;
  #ahead = 0;

  constructor(base: readonly string[], text: readonly string[]) {
    this.#text = text;
    this.#changes = diff(base, text).flatMap(change => splitEdits(change, base, text));
  }

  get isDone(): boolean {
    return this.#changes.length === 0;
  }

  get nextStart(): number {
    return this.#changes[0]?.from[0] ?? Infinity;
  }

  get nextEnd(): number {
    return this.#changes[0]?.from[1] ?? Infinity;
  }

  /** Where the last change ends that begins before `end`. */
  reachOver(end: number): number {
    return this.#changes.findLast(({ from }) => from[0] < end)?.from[1] ?? 0;
  }

  /** Takes the text of a part of the base, with the changes in it. What is inserted at its end is a part of its own. */
  take(start: number, end: number): readonly string[] {
    const isIn = ({ from }: Change): boolean => from[0] < end || (start === end && from[1] === end);
    for (let next = this.#changes[0]; next && isIn(next); next = this.#changes[0]) {
      this.#ahead += next.to[1] - next.to[0] - (next.from[1] - next.from[0]);
      this.#changes.shift();
    }
    const taken = this.#text.slice(this.#at, end + this.#ahead);
    this.#at = end + this.#ahead;
    return taken;
  }
}
