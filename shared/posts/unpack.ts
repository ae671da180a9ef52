import { mapWithConcurrency } from '../core/concurrency.ts';
import { answerTooLarge } from '../http/answer.ts';
import { contentText, EMPTY_CONTENT, parseContent, type Content } from './content.ts';
import type { PackedPost, Post } from './read.ts';

const MAX_CONCURRENT = 8;
/** In characters. Of so much text not even gzip makes an answer of 6 MB. */
const MAX_ANSWERED_BYTES = 24_000_000;

export async function unpackPost(post: PackedPost): Promise<Post> {
  return withContent(post, await contentOf(post));
}

export async function contentOf({ packed }: Pick<PackedPost, 'packed'>): Promise<Content> {
  return packed ? parseContent(await contentText(packed)) : EMPTY_CONTENT;
}

/** Some at a time, for one answer. @throws TooLarge as soon as it is known that the answer can't be given */
export async function unpackAll(posts: readonly PackedPost[]): Promise<Post[]> {
  const contents = new Map<PackedPost, Content>();
  let size = 0;
  await mapWithConcurrency(posts, MAX_CONCURRENT, async post => {
    const text = post.packed ? await contentText(post.packed) : undefined;
    size += text?.length ?? 0;
    if (size > MAX_ANSWERED_BYTES) throw answerTooLarge();
    contents.set(post, text === undefined ? EMPTY_CONTENT : parseContent(text));
  });
  return posts.map(post => withContent(post, contents.get(post) ?? EMPTY_CONTENT));
}

export function withContent({ value, version, stats, object }: PackedPost, content: Content | null): Post {
  return { value, version, stats, object, content };
}
