import { describe, expect, it } from 'vitest';
import { TooLarge } from '../../../shared/core/errors.ts';
import { unpackContent, unpackAll } from '../../../shared/posts/post.ts';
import { gzipText } from '../../../shared/text/gzip.ts';
import { packedPosts } from '../../support/packed-posts.ts';

function contentsOf(bodies: readonly string[]) {
  return bodies.map(body => ({ body, listicle: {} }));
}

describe('unpackAll()', () => {
  it('reads contents from items and objects in the order of the posts', async () => {
    const bodies = ['short', 'long '.repeat(10_000), 'mixed'];
    const { posts } = packedPosts(bodies);
    const text = JSON.stringify({ body: bodies[1], listicle: {} });
    posts[1] = { ...posts[1]!, packed: { content_version: 1, zipped: await gzipText(text) } };
    const unpacked = await unpackAll([...posts, { ...posts[0]!, packed: undefined }]);
    expect(unpacked.map(post => post.content)).toEqual(contentsOf([...bodies, '']));
    expect(unpacked[0]).not.toHaveProperty('packed');
    expect(await unpackContent(posts[1])).toEqual({ body: bodies[1], listicle: {} });
  });

  it('throws TooLarge before it has read more than an answer can carry', async () => {
    const { posts, reads } = packedPosts(Array<string>(100).fill('x'.repeat(2 ** 20)));
    await expect(unpackAll(posts)).rejects.toThrow(TooLarge);
    expect(reads()).toBeLessThan(40);
  });
});
