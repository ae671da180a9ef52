import { NO_STATS, type PackedPost } from '../../../shared/posts/record/post.ts';
import { contentKey } from '../../../shared/posts/record/record.ts';
import { postRecord } from './post-record.ts';

/** Published posts with these bodies, as read from the table; `reads` counts the contents that were unpacked. */
export function packedPosts(bodies: readonly string[]): { posts: PackedPost[]; reads: () => number } {
  let reads = 0;
  const posts = bodies.map((body, index) => {
    const packed = {
      ...contentKey(index + 1),
      content_version: 1,
      get text() {
        reads++;
        return JSON.stringify({ body, listicle: {} });
      },
    };
    const value = postRecord({ id: index + 1, status: 'published', roar_author_ids: [] });
    return { value, version: 1, stats: NO_STATS, object: null, packed };
  });
  return { posts, reads: () => reads };
}
