import { describe, expect, it } from 'vitest';
import { clean, shortenText, withoutTags } from '../../../../shared/scraper/text/clean.ts';

describe('clean()', () => {
  it.each([
    ['collapses white space', '  a \n\t b\u00a0c ', 'a b c'],
    [
      'decodes references that were written twice',
      'Q&amp;A &quot;x&quot; &#8217; &#x2014; &nbsp;',
      'Q&A "x" ’ —',
    ],
    [
      'leaves unknown and impossible references alone',
      '&unknown; &#99999999; &#x110000;',
      '&unknown; &#99999999; &#x110000;',
    ],
    ['drops control characters and byte order marks', 'a\u0000b\ufeffc\u200bd', 'a b c d'],
    ['replaces half surrogate pairs', 'a\ud83d', 'a\ufffd'],
  ])('%s', (_, text, expected) => expect(clean(text)).toBe(expected));
});

describe('withoutTags()', () => {
  it('removes tags and keeps comparisons', () => {
    expect(withoutTags('<p>one</p> < two <b class="x">three</b>')).toBe(' one  < two  three ');
  });
});

describe('shortenText()', () => {
  it('returns a text that fits unchanged', () => expect(shortenText('four', 4)).toBe('four'));
  it('cuts a longer text at a word', () =>
    expect(shortenText('one two three four', 16)).toBe('one two three…'));
  it('cuts within a word that is too long', () =>
    expect(shortenText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`));
  it('never cuts within a character', () => expect(shortenText('aaa😀😀', 5)).toBe('aaa…'));
});
