import { fetchContent } from '../posts/record/content.ts';
import { withContent, type PackedPost, type Post } from '../posts/record/post.ts';
import { readContents } from '../posts/record/read.ts';

/** Larger contents are not unpacked; in bytes, a text may be a few times as long as in characters. */
const MAX_CONTENT_BYTES = 1_000_000;
const MAX_CONTENTS_BYTES = 3_000_000;
/** Of contents in S3, which take a call each. */
const MAX_OBJECTS = 3;
/** Contents that are read at once: a feed's limit ends after few long ones. */
const STEP = 20;

/** Adds the contents that a feed may show, within its limits. The other posts have the content null. */
export async function withContents(posts: readonly PackedPost[]): Promise<Post[]> {
  let room = MAX_CONTENTS_BYTES;
  let objectsLeft = MAX_OBJECTS;
  const unpacked: Post[] = [];
  for (let start = 0; start < posts.length; start += STEP) {
    const some = posts.slice(start, start + STEP);
    for (const post of room > 0 ? await readContents(some) : some) {
      const isReadable = isShort(post) && (post.object === null || objectsLeft-- > 0);
      const packed = isReadable && post.packed ? await fetchContent(post.packed) : undefined;
      const isFitting = packed !== undefined && packed.bytes <= Math.min(MAX_CONTENT_BYTES, room);
      if (isFitting) room -= packed.bytes;
      unpacked.push(withContent(post, isFitting ? (await packed.unpack()).content : null));
    }
  }
  return unpacked;
}

/** Contents in S3 name their bytes; those stored before they did are fetched to know. */
function isShort({ packed }: PackedPost): boolean {
  return !(typeof packed?.bytes === 'number' && packed.bytes > MAX_CONTENT_BYTES);
}
