import type { Element } from '../../../shared/scraper/markup/dom.ts';
import { childNodes } from '../../../shared/scraper/markup/text.ts';

/** All text of an element, with a space between elements. */
export function wholeText(element: Element): string {
  return [...childNodes(element)]
    .map(node => (node.nodeType === 3 ? node.data : ` ${wholeText(node)} `))
    .join('');
}

/** A text on one line, as passages are compared. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** How many words two texts have in common, as F1. */
export function sharedWords(expected: string, answer: string): number {
  const counts = new Map<string, number>();
  const wanted = wordsIn(expected);
  const given = wordsIn(answer);
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of given) {
    const left = counts.get(word) ?? 0;
    if (left > 0) shared += 1;
    counts.set(word, left - 1);
  }
  return wanted.length + given.length === 0 ? 1 : (2 * shared) / (wanted.length + given.length);
}

/** The share of a passage's words that a text contains. */
export function computeShare(passage: string, text: string): number {
  const words = wordsIn(passage);
  const given = new Set(wordsIn(text));
  return words.filter(word => given.has(word)).length / Math.max(words.length, 1);
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
