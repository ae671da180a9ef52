import { withLists } from '../../platform/store/records/entity.ts';
import { applyChange, diffRecords } from '../../platform/store/records/overflow.ts';
import { fold } from '../../platform/text/words.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { AUTHOR_LISTS, Authors, displayName, type AuthorRecord } from './record.ts';

/** In characters: longer beginnings are looked for in the list of their first ones. */
const MAX_LENGTH = 3;
const MAX_WORDS = 6;
const BEGINNINGS = 'author-names#';

/** The authors with a word in their name that begins so. */
export function namesTimeline(beginning: string) {
  return `${BEGINNINGS}${Array.from(beginning).slice(0, MAX_LENGTH).join('')}` as const;
}

function listBeginnings(author: AuthorRecord): string[] {
  const words = splitName(author).slice(0, MAX_WORDS);
  const beginnings = words.flatMap(word => {
    const letters = Array.from(word).slice(0, MAX_LENGTH);
    return letters.map((_, index) => letters.slice(0, index + 1).join(''));
  });
  return [...new Set(beginnings)];
}

function splitName(author: AuthorRecord): string[] {
  return foldName(displayName(author)).split(' ').filter(Boolean);
}

/** A name as its beginnings are compared: without case and accents, words between single spaces. */
export function foldName(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether the name, or the rest of it from one of its words on, begins so. */
export function nameBegins(author: AuthorRecord, beginning: string): boolean {
  return ` ${foldName(displayName(author))}`.includes(` ${beginning}`);
}

/** Authors with all of their lists. Functions that only show authors are bundled without the code that folds names. */
export const ListedAuthors = withLists(Authors, {
  ...AUTHOR_LISTS,
  'author-names#*': (author: AuthorRecord) =>
    listBeginnings(author).map(beginning => ({
      timeline: namesTimeline(beginning),
      ts: author.created_ts,
    })),
});

/** Moves the entries of an author's name, in the transaction that writes the author. */
export function moveNameEntries(
  transaction: Transaction,
  before: AuthorRecord | undefined,
  after: AuthorRecord,
): void {
  for (const change of diffRecords(ListedAuthors, before, after))
    if (change.key.pk.startsWith(`T#${BEGINNINGS}`)) applyChange(transaction, change);
}
