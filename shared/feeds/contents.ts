import { fetchContent } from '../posts/record/content.ts';
import { withContent, type PackedPost, type Post } from '../posts/record/post.ts';
import { readContents } from '../posts/record/read.ts';

/** Larger contents are not unpacked. The limit is in bytes, of which a character may take several. */
const MAX_CONTENT_BYTES = 1_000_000;
const MAX_CONTENTS_BYTES = 3_000_000;
/** A feed fetches at most this many contents from S3, because each takes a call. */
const MAX_OBJECTS = 3;
/** This many contents are read at once. Few long ones exhaust a feed's limit, so more would often be read in vain. */
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

/** Packed contents in S3 state their length in bytes. Those of earlier versions lack it, so they are fetched to find out. */
function isShort({ packed }: PackedPost): boolean {
  return !(typeof packed?.bytes === 'number' && packed.bytes > MAX_CONTENT_BYTES);
}
