import { describe, expect, it } from 'vitest';
import { TooLarge } from '../../../../shared/platform/core/errors.ts';
import { unpackContent, unpackAll } from '../../../../shared/posts/record/post.ts';
import { contentKey } from '../../../../shared/posts/record/record.ts';
import { gzipText } from '../../../../shared/platform/text/gzip.ts';
import { packedPosts } from '../../../support/records/packed-posts.ts';

function makeContents(bodies: readonly string[]) {
  return bodies.map(body => ({ body, listicle: {} }));
}

async function gzippedItem(id: number, body: string) {
  return {
    ...contentKey(id),
    content_version: 1,
    zipped: await gzipText(JSON.stringify({ body, listicle: {} })),
  };
}

describe('unpackContent()', () => {
  it('unpacks equal items once, and returns the content frozen', async () => {
    const content = await unpackContent({ packed: await gzippedItem(7, 'first') });
    expect(await unpackContent({ packed: await gzippedItem(7, 'first') })).toBe(content);
    expect(content).toEqual({ body: 'first', listicle: {} });
    expect(Object.isFrozen(content)).toBe(true);
  });

  it('returns the content of the item when another one of the same post was unpacked before', async () => {
    const bodies = ['one', 'two', 'one'];
    for (const body of bodies)
      expect(await unpackContent({ packed: await gzippedItem(8, body) })).toMatchObject({ body });
    expect(await unpackContent({ packed: await gzippedItem(9, 'two') })).toMatchObject({ body: 'two' });
  });
});

describe('unpackAll()', () => {
  it('reads contents from items and objects in the order of the posts', async () => {
    const bodies = ['short', 'long '.repeat(10_000), 'mixed'];
    const { posts } = packedPosts(bodies);
    posts[1] = { ...posts[1]!, packed: await gzippedItem(2, bodies[1]!) };
    const unpacked = await unpackAll([...posts, { ...posts[0]!, packed: undefined }]);
    expect(unpacked.map(post => post.content)).toEqual(makeContents([...bodies, '']));
    expect(unpacked[0]).not.toHaveProperty('packed');
    expect(await unpackContent(posts[1])).toEqual({ body: bodies[1], listicle: {} });
  });

  it('throws TooLarge before it has read more than an answer can carry', async () => {
    const { posts, reads } = packedPosts(Array<string>(100).fill('x'.repeat(2 ** 20)));
    await expect(unpackAll(posts)).rejects.toThrow(TooLarge);
    expect(reads()).toBeLessThan(40);
  });
});
