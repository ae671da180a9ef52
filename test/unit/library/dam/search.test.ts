import { describe, expect, it } from 'vitest';
import { searchFor, weightedTerms } from '../../../../shared/library/dam/search.ts';
import { assetRecord } from '../../../support/records/asset-record.ts';

function weights(fields: Parameters<typeof assetRecord>[0]) {
  return Object.fromEntries(weightedTerms(assetRecord(fields)));
}

function score(search: string, fields: Parameters<typeof assetRecord>[0]) {
  return searchFor(search)?.scoreAsset(assetRecord(fields));
}

describe('weightedTerms()', () => {
  it('adds up 16 for the title, 8 for the alt text, 4 for the file name, 2 for the credit, 1 for the source', () => {
    expect(
      weights({
        image_title: 'Bridge, old bridge',
        alt_text: 'bridge',
        filename: 'old.jpg',
        credit: 'Ada',
        source_info: 'BRIDGE archive',
      }),
    ).toEqual({ bridge: 25, old: 20, jpg: 4, ada: 2, archive: 1 });
  });

  it('returns no terms for an asset without texts, and ignores its tags', () => {
    expect(weights({ tags: ['bridge'] })).toEqual({});
  });
});

describe('scoreAsset()', () => {
  const title = { image_title: 'The old bridge', credit: 'Bridge' };

  it('sums the weights of the words and phrases of the search', () => {
    expect(score('bridge', title)).toBe(18);
    expect(score('old bridge', title)).toBe(34);
    expect(score('"old bridge"', title)).toBe(16);
    expect(score('"old bridge" bridge', title)).toBe(34);
  });

  it('returns undefined when a word is missing, or a phrase is spread over two texts', () => {
    expect(score('bridge river', title)).toBeUndefined();
    expect(score('"bridge the"', title)).toBeUndefined();
    expect(score('"bridge bridge"', title)).toBeUndefined();
  });

  it('matches words in scripts without spaces only where their characters are adjacent', () => {
    expect(score('"東京都"', { image_title: '東京都の橋', alt_text: '京都と東' })).toBe(16);
    expect(score('東京', { alt_text: '東京都の橋' })).toBe(8);
  });
});

describe('searchFor()', () => {
  it('needs the texts only when terms are not enough', () => {
    expect(searchFor('old bridge')).toMatchObject({ terms: ['bridge', 'old'], needsText: false });
    expect(searchFor('"old bridge"')).toMatchObject({ needsText: true });
    expect(searchFor('"東京都"')).toMatchObject({ needsText: true });
  });

  it('looks up 20 words by key and checks the others in the texts', () => {
    const words = Array.from({ length: 25 }, (_, index) => `w${index}`).join(' ');
    expect(searchFor(words)?.terms).toHaveLength(20);
    expect(searchFor(words)?.needsText).toBe(true);
    expect(score(words, { alt_text: words })).toBe(25 * 8);
  });

  it('returns undefined for punctuation alone', () => {
    expect(searchFor('?!…')).toBeUndefined();
  });
});
