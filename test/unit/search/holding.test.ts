import { describe, expect, it } from 'vitest';
import { planSearch } from '../../../shared/search/search.ts';
import { ADMIN } from '../../support/engines.ts';
import { packedPosts } from '../../support/packed-posts.ts';

const bodies = Array.from({ length: 100 }, (_, index) => `the ${index % 2 ? 'old bridge' : 'bridge, old'}`);
const search = planSearch('"old bridge"', ADMIN)!;
function odd(from: number, to: number) {
  return bodies.flatMap((_, index) => (index % 2 ? [index + 1] : [])).slice(from, to);
}

describe('holding()', () => {
  it('finds the posts whose text contains the phrase', async () => {
    const { posts, reads } = packedPosts(bodies);
    expect([...(await search.findMatching(posts, 1000))]).toEqual(odd(0, 50));
    expect(reads()).toBe(100);
  });

  it('unpacks texts in small groups, and stops when enough are found', async () => {
    const { posts, reads } = packedPosts(bodies);
    const found = await search.findMatching(posts, 11);
    expect([...found].slice(0, 11)).toEqual(odd(0, 11));
    expect(reads()).toBeLessThan(30);
  });
});
