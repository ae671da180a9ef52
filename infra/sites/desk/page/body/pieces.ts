import { cut, type Piece } from './cut.ts';
import { hasSameNodes, parseClosed, parseFragment } from './fragment.ts';

/** A part of a source that the parser sees alone as it sees it in the whole. */
export interface SoundPiece extends Piece {
  /** Whether it was joined from pieces that depend on each other, so that it can’t be edited. */
  isJoined: boolean;
}

/** Joining parses what is joined again: at most so many times the source’s length altogether, then the rest is one piece. */
const MAX_REPARSED = 16;
const MIN_BUDGET_CHARACTERS = 100_000;

const isText = (piece: Piece | undefined): boolean => piece?.kind === 'space' || piece?.kind === 'run';

/** Cuts a source at its top level into pieces that may be changed one by one. Their sources, joined, are the whole source. */
export function cutSoundly(html: string): SoundPiece[] {
  return new Joiner(html).join();
}

class Joiner {
  readonly #nodes: readonly Node[];
  readonly #pieces: readonly Piece[];
  readonly #joined: SoundPiece[] = [];
  #budget: number;
  /** The first piece and the first node that aren’t matched yet. */
  #piece = 0;
  #node = 0;

  constructor(html: string) {
    this.#nodes = [...parseFragment(html).childNodes];
    this.#pieces = cut(html);
    this.#budget = Math.max(html.length * MAX_REPARSED, MIN_BUDGET_CHARACTERS);
  }

  join(): SoundPiece[] {
    while (this.#piece < this.#pieces.length) if (!this.#takeUnit()) this.#takeJoined();
    return this.#joined;
  }

  /** Text and the whitespace around it are one text node of the parser: they are compared together, and stay apart. */
  #takeUnit(): boolean {
    let end = this.#piece + 1;
    if (isText(this.#pieces[this.#piece])) while (isText(this.#pieces[end])) end++;
    const count = this.#match(end);
    if (count === undefined) return false;
    for (const piece of this.#pieces.slice(this.#piece, end))
      this.#joined.push({ ...piece, isJoined: false });
    this.#advance(end, count);
    return true;
  }

  #takeJoined(): void {
    let end = this.#piece + 1;
    let count: number | undefined;
    while (end < this.#pieces.length && count === undefined) {
      end++;
      if (isText(this.#pieces[end])) continue;
      this.#budget -= this.#join(end).length;
      if (this.#budget < 0) end = this.#pieces.length;
      else count = this.#match(end);
    }
    this.#joined.push({ kind: 'element', source: this.#join(end), isJoined: true });
    this.#advance(end, count ?? this.#nodes.length);
  }

  #join(end: number): string {
    return this.#pieces
      .slice(this.#piece, end)
      .map(({ source }) => source)
      .join('');
  }

  /** @returns how many nodes of the whole the pieces up to `end` make; undefined when they make other ones alone */
  #match(end: number): number | undefined {
    const source = this.#join(end);
    const isLast = end === this.#pieces.length;
    const nodes = isLast ? [...parseFragment(source).childNodes] : parseClosed(source);
    if (!nodes) return undefined;
    const isSame = hasSameNodes(nodes, this.#nodes.slice(this.#node, this.#node + nodes.length));
    return isSame ? nodes.length : undefined;
  }

  #advance(piece: number, nodes: number): void {
    this.#piece = piece;
    this.#node += nodes;
  }
}
