import { describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../../../shared/platform/http/caller.ts';
import { planSearch } from '../../../../shared/posts/search/search.ts';
import { packedPosts } from '../../../support/records/packed-posts.ts';

const bodies = Array.from({ length: 100 }, (_, index) => `the ${index % 2 ? 'old bridge' : 'bridge, old'}`);
const KNOWN = { ...ANONYMOUS, keyId: 1 };
const search = planSearch('"old bridge"', KNOWN)!;
const all = { enough: 1000, maxBytes: Infinity };
function odd(from: number, to: number) {
  return bodies.flatMap((_, index) => (index % 2 ? [index + 1] : [])).slice(from, to);
}

describe('findMatching()', () => {
  it('finds the posts whose text contains the phrase', async () => {
    const { posts, reads } = packedPosts(bodies);
    expect([...(await search.findMatching(posts, all)).found]).toEqual(odd(0, 50));
    expect(reads()).toBe(100);
  });

  it('unpacks texts in small groups, and stops when enough are found', async () => {
    const { posts, reads } = packedPosts(bodies);
    const { found } = await search.findMatching(posts, { enough: 11, maxBytes: Infinity });
    expect([...found].slice(0, 11)).toEqual(odd(0, 11));
    expect(reads()).toBe(24);
  });

  it('stops after the text that exceeds the limit of bytes, and searches at least one', async () => {
    const { posts, reads } = packedPosts(bodies);
    const keyless = planSearch('"old bridge"', ANONYMOUS)!;
    const bytes = bodies[0]!.length + bodies[1]!.length;
    const limited = await keyless.findMatching(posts, { enough: 1000, maxBytes: bytes });
    expect(limited).toEqual({ found: new Set([2]), bytes, count: 2 });
    expect((await keyless.findMatching(posts, { enough: 1000, maxBytes: 0 })).count).toBe(1);
    expect(reads()).toBe(3);
  });

  it('requires each word and phrase in one of the texts', async () => {
    const { posts } = packedPosts(['old bridge', 'the old bridge at noon', 'noon']);
    const { found } = await planSearch('"old bridge" noon', KNOWN)!.findMatching(posts, all);
    expect([...found]).toEqual([2]);
  });

  it('searches the newsroom’s tags only for callers with a key', async () => {
    const { posts } = packedPosts(['']);
    posts[0]!.value.tags = ['*night desk', 'town hall'];
    const matching = async (phrase: string, caller = KNOWN) =>
      (await planSearch(phrase, caller)!.findMatching(posts, all)).found.size;
    expect([await matching('"night desk"'), await matching('"night desk"', ANONYMOUS)]).toEqual([1, 0]);
    expect(await matching('"town hall"', ANONYMOUS)).toBe(1);
  });
});
