import { describe, expect, it } from 'vitest';
import { countWords, shorten } from '../../../../shared/platform/core/text-length.ts';

describe('shorten()', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one two three', 9, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two three', 7, 'one…'],
    ['unbreakable', 5, 'unbr…'],
    ['🙂🙂🙂', 4, '🙂…'],
  ])('shortens %j to %j characters as %j', (text, maxLength, short) => {
    expect(shorten(text, maxLength)).toBe(short);
    expect(shorten(text, maxLength).length).toBeLessThanOrEqual(maxLength);
  });
});

describe('countWords()', () => {
  it.each([
    ['', 0],
    ['one', 1],
    ['It’s a well-known fact.', 4],
    ['3.5 million — or 4?', 5],
    ['שלום עולם', 2],
    ['新聞報道', 4],
    ['東京2020', 3],
    ['नमस्ते दुनिया', 2],
    ['… — !', 0],
  ])('counts in %j %j words', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});
