import { mapWithConcurrency } from '../core/concurrency.ts';
import { answerTooLarge } from '../http/answer.ts';
import { contentText, EMPTY_CONTENT, parseContent, type Content } from './content.ts';
import type { PackedPost, Post } from './post.ts';

const MAX_CONCURRENT = 8;
/** In characters. More text exceeds an answer of 6 MB even when gzipped. */
const MAX_ANSWERED_LENGTH = 24_000_000;

export async function unpackPost(post: PackedPost): Promise<Post> {
  return withContent(post, await contentOf(post));
}

export async function contentOf({ packed }: Pick<PackedPost, 'packed'>): Promise<Content> {
  return packed ? parseContent(await contentText(packed)) : EMPTY_CONTENT;
}

/** Unpacks the posts of one answer, some at a time. @throws TooLarge as soon as their text exceeds the limit */
export async function unpackAll(posts: readonly PackedPost[]): Promise<Post[]> {
  const contents = new Map<PackedPost, Content>();
  let size = 0;
  await mapWithConcurrency(posts, MAX_CONCURRENT, async post => {
    const text = post.packed ? await contentText(post.packed) : undefined;
    size += text?.length ?? 0;
    if (size > MAX_ANSWERED_LENGTH) throw answerTooLarge();
    contents.set(post, text === undefined ? EMPTY_CONTENT : parseContent(text));
  });
  return posts.map(post => withContent(post, contents.get(post) ?? EMPTY_CONTENT));
}

export function withContent({ value, version, stats, object }: PackedPost, content: Content | null): Post {
  return { value, version, stats, object, content };
}
