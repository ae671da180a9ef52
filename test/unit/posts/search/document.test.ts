import { describe, expect, it } from 'vitest';
import type { AuthorRecord } from '../../../../shared/people/authors/record.ts';
import { toDocument, indexedTerms } from '../../../../shared/posts/search/document.ts';
import { postRecord } from '../../../support/records/post-record.ts';

describe('toDocument()', () => {
  const author = (id: number, first_name: string) =>
    ({ id, first_name, last_name: '', name: '' }) as AuthorRecord;
  const authors = new Map([author(1, 'Ada'), author(2, 'Bob')].map(one => [one.id, one]));
  const value = postRecord({
    headline: 'Head',
    subheadline: 'Sub',
    tags: ['News', '*desk', '~draft'],
    roar_author_ids: [2, 9, 1],
  });

  it('returns the texts by descending relevance, and the newsroom’s tags apart', () => {
    const content = {
      body: `<p>First</p>[media-image ${'0'.repeat(32)} site_id=1]<p>Last &amp; least</p>`,
      listicle: {},
    };
    const { texts, newsroomTags } = toDocument({ value, content }, authors);
    expect(texts.slice(0, -1)).toEqual(['Head', 'Sub', 'News', 'Bob', 'Ada']);
    expect(texts.at(-1)?.split(/\s+/)).toEqual(['First', 'Last', '&', 'least']);
    expect(newsroomTags).toEqual(['*desk', '~draft']);
  });

  it('returns an empty body for a post without content', () => {
    expect(toDocument({ value, content: null }, new Map()).texts).toEqual(['Head', 'Sub', 'News', '']);
  });
});

describe('indexedTerms()', () => {
  it('returns each word once, the newsroom’s tags under terms of their own', () => {
    const terms = indexedTerms({ texts: ['Old Town', 'the old bridge'], newsroomTags: ['*Old desk'] });
    expect(terms).toEqual(['*old', '*desk', 'old', 'town', 'the', 'bridge']);
  });

  it('ends before the first new word that exceeds the limit in bytes', () => {
    const document = { texts: ['aa aa 漢 b c'], newsroomTags: [] };
    expect(indexedTerms(document, 9)).toEqual(['aa', '漢', 'b']);
    expect(indexedTerms(document, 8)).toEqual(['aa', '漢']);
    expect(indexedTerms(document, 6)).toEqual(['aa']);
  });
});
