import { diff } from './diff.ts';

/** A piece of a text that two versions share, or that only one has. */
export interface Run {
  text: string;
  isOnlyHere: boolean;
}

const WORDS = /\s+|[\p{L}\p{N}\p{M}'’-]+|[^]/gu;

/** Compares two texts word by word. @returns both, each in runs */
export function compareWords(one: string, other: string): { one: Run[]; other: Run[] } {
  const [from, to] = [one.match(WORDS) ?? [], other.match(WORDS) ?? []];
  const changes = diff(from, to);
  return {
    one: toRuns(
      from,
      changes.map(change => change.from),
    ),
    other: toRuns(
      to,
      changes.map(change => change.to),
    ),
  };
}

function toRuns(words: readonly string[], changed: readonly (readonly [number, number])[]): Run[] {
  const runs: Run[] = [];
  const add = (start: number, end: number, isOnlyHere: boolean): void => {
    if (end > start) runs.push({ text: words.slice(start, end).join(''), isOnlyHere });
  };
  let at = 0;
  for (const [start, end] of changed) {
    add(at, start, false);
    add(start, end, true);
    at = end;
  }
  add(at, words.length, false);
  return runs;
}

/** Whether a block is another one after an edit, rather than a different one: at least half of the words of the shorter are in both. */
export function areAlike(one: string, other: string): boolean {
  const [first, second] = [listWords(one), listWords(other)];
  const least = Math.min(first.size, second.size);
  return least > 0 && [...first].filter(word => second.has(word)).length * 2 >= least;
}

const listWords = (html: string): Set<string> =>
  new Set(html.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}\p{M}'’-]+/gu));

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
}
