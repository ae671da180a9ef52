import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diff } from '../../../../infra/sites/desk/page/text/diff.ts';
import { compareEdits } from '../../../../infra/sites/desk/page/text/merge.ts';
import { compareWords, countWords } from '../../../../infra/sites/desk/page/text/words.ts';

/** Blocks of several words too, so that edits of them are alike. */
const block = fc.constantFrom('a', 'b', 'c', 'd', 'a b c', 'a b d', '<p>a b</p>');
const text = fc.array(block, { maxLength: 12 });

describe('diff()', () => {
  it('returns changes that make one list of the other, none of which is empty', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const changes = diff(from, to);
        const made: string[] = [];
        let at = 0;
        for (const change of changes) {
          expect(change.from[1] - change.from[0] + change.to[1] - change.to[0]).toBeGreaterThan(0);
          made.push(...from.slice(at, change.from[0]), ...to.slice(...change.to));
          at = change.from[1];
        }
        expect([...made, ...from.slice(at)]).toEqual(to);
      }),
    );
  });

  it('finds the smallest change', () => {
    expect(diff('abcdef'.split(''), 'abxdef'.split(''))).toEqual([{ from: [2, 3], to: [2, 3] }]);
    expect(diff('abc'.split(''), 'abc'.split(''))).toEqual([]);
  });

  it('makes one change of texts that share hardly anything, in time', () => {
    const words = (letter: string) => Array.from({ length: 5_000 }, (_, index) => `${letter}${index}`);
    expect(diff(words('a'), words('b'))).toEqual([{ from: [0, 5_000], to: [0, 5_000] }]);
  });
});

describe('compareEdits()', () => {
  it('returns parts that are each of the three texts, whatever they are', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const parts = compareEdits({ base, mine, theirs });
        expect(parts.flatMap(part => part.base)).toEqual(base);
        expect(parts.flatMap(part => part.mine)).toEqual(mine);
        expect(parts.flatMap(part => part.theirs)).toEqual(theirs);
      }),
    );
  });

  it('parts neighbouring blocks of which one side has edited both', () => {
    const base = ['<p>One fine day in May.</p>', '<p>Two fine nights in June.</p>'];
    const mine = ['<p>One good day in May.</p>', '<p>Two good nights in June.</p>'];
    const theirs = ['<p>One fine day in May.</p>', '<p>Two fine evenings in June.</p>'];
    const parts = compareEdits({ base, mine, theirs });
    expect(parts).toEqual([
      { kind: 'mine', base: [base[0]], mine: [mine[0]], theirs: [theirs[0]] },
      { kind: 'conflict', base: [base[1]], mine: [mine[1]], theirs: [theirs[1]] },
    ]);
    const other = ['<p>A new beginning.</p>', '<p>Another end.</p>'];
    expect(compareEdits({ base, mine: other, theirs: base })).toHaveLength(1);
  });

  it.each([
    ['edits of neighbouring blocks', 'abc', 'aBc', 'abC', ['same', 'mine', 'theirs']],
    ['an insertion beside an edit', 'ab', 'axb', 'aB', ['same', 'mine', 'theirs']],
    ['the same edit', 'ab', 'aB', 'aB', ['same', 'mine']],
    ['two edits of one block', 'abc', 'aXc', 'aYc', ['same', 'conflict', 'same']],
    ['two insertions at one place', 'ab', 'axb', 'ayb', ['same', 'conflict', 'same']],
    ['an edit of what the other removed', 'abc', 'aXc', 'ac', ['same', 'conflict', 'same']],
    ['a removal across an edit', 'abcd', 'ad', 'abCd', ['same', 'conflict', 'same']],
  ])('tells %s', (_, base, mine, theirs, kinds) => {
    const parts = compareEdits({ base: base.split(''), mine: mine.split(''), theirs: theirs.split('') });
    expect(parts.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('compareWords() and countWords()', () => {
  it('mark the words that only one text has', () => {
    expect(compareWords('The old bridge is open', 'The new bridge is open')).toEqual({
      one: [
        { text: 'The ', isOnlyHere: false },
        { text: 'old', isOnlyHere: true },
        { text: ' bridge is open', isOnlyHere: false },
      ],
      other: [
        { text: 'The ', isOnlyHere: false },
        { text: 'new', isOnlyHere: true },
        { text: ' bridge is open', isOnlyHere: false },
      ],
    });
  });

  it('count words with apostrophes and hyphens once', () => {
    expect(countWords('It’s a well-known café – isn’t it? 2,000')).toBe(8);
  });
});
