import { describe, expect, it } from 'vitest';
import { searchFor, weightedTerms } from '../../../shared/dam/search.ts';
import { assetRecord } from '../../support/asset-record.ts';

function weights(fields: Parameters<typeof assetRecord>[0]) {
  return Object.fromEntries(weightedTerms(assetRecord(fields)));
}

function score(search: string, fields: Parameters<typeof assetRecord>[0]) {
  return searchFor(search)?.scoreOf(assetRecord(fields));
}

describe('the terms of an asset', () => {
  it('weigh 16 in the title, 8 in the alt text, 4 in the file name, 2 in the credit, 1 in the source, added up', () => {
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

  it('are none of an asset without texts, and not its tags', () => {
    expect(weights({ tags: ['bridge'] })).toEqual({});
  });
});

describe('the score of an asset', () => {
  const title = { image_title: 'The old bridge', credit: 'Bridge' };

  it('is the sum over what was searched for', () => {
    expect(score('bridge', title)).toBe(18);
    expect(score('old bridge', title)).toBe(34);
    expect(score('"old bridge"', title)).toBe(16);
    expect(score('"old bridge" bridge', title)).toBe(34);
  });

  it('is none where anything is missing, or a phrase is spread over two texts', () => {
    expect(score('bridge river', title)).toBeUndefined();
    expect(score('"bridge the"', title)).toBeUndefined();
    expect(score('"bridge bridge"', title)).toBeUndefined();
  });

  it('of words in scripts without spaces counts where they stand together', () => {
    expect(score('"東京都"', { image_title: '東京都の橋', alt_text: '京都と東' })).toBe(16);
    expect(score('東京', { alt_text: '東京都の橋' })).toBe(8);
  });
});

describe('a search', () => {
  it('needs the texts only for what terms do not tell', () => {
    expect(searchFor('old bridge')).toMatchObject({ terms: ['bridge', 'old'], needsText: false });
    expect(searchFor('"old bridge"')).toMatchObject({ needsText: true });
    expect(searchFor('"東京都"')).toMatchObject({ needsText: true });
  });

  it('of more words than are looked for by key lets the texts tell the rest', () => {
    const words = Array.from({ length: 25 }, (_, index) => `w${index}`).join(' ');
    expect(searchFor(words)?.terms).toHaveLength(20);
    expect(searchFor(words)?.needsText).toBe(true);
    expect(score(words, { alt_text: words })).toBe(25 * 8);
  });

  it('of nothing but punctuation is none', () => {
    expect(searchFor('?!…')).toBeUndefined();
  });
});
