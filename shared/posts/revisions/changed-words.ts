import { readBodyText } from '../../library/media/body-text.ts';
import { listWords } from '../../platform/core/text-length.ts';
import type { Content } from '../record/content.ts';
import { NO_WORDS, type ChangedWords } from '../record/record.ts';

/** Counts the words that a body has more often than the other one: moved words are neither added nor removed. */
export function countChangedWords(before: Content, after: Content): ChangedWords {
  if (before.body === after.body) return NO_WORDS;
  const surplus = new Map<string, number>();
  for (const word of listWords(readBodyText(after.body))) surplus.set(word, (surplus.get(word) ?? 0) + 1);
  for (const word of listWords(readBodyText(before.body))) surplus.set(word, (surplus.get(word) ?? 0) - 1);
  const counts = { words_added: 0, words_removed: 0 };
  for (const count of surplus.values())
    counts[count > 0 ? 'words_added' : 'words_removed'] += Math.abs(count);
  return counts;
}
