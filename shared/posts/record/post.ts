import { mapWithConcurrency } from '../../platform/core/concurrency.ts';
import { answerTooLarge } from '../../platform/http/answer.ts';
import { readCount } from '../../platform/store/counter.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import type { Item } from '../../platform/store/table.ts';
import { EMPTY_CONTENT, fetchContent, readContent, type Content } from './content.ts';
import type { PostRecord } from './record.ts';

/** The counters of a post. They are items of their own, so that counting never conflicts with an edit. */
interface Stats {
  page_views: number;
  likes: number;
}

export const NO_STATS: Stats = { page_views: 0, likes: 0 };

/**
 * Likes and views are two items (posts/counters/counters.md): likes are counted in transactions, with which views, counted far more often and without
 * one, would conflict.
 */
export function readStats(likes: Item | undefined, views: Item | undefined): Stats {
  return {
    likes: readCount(likes),
    page_views: readCount(views),
  };
}

/** A post with its content and counters. */
export interface Post extends Versioned<PostRecord> {
  /** null when it was not read. */
  content: Content | null;
  stats: Stats;
  /** The key of the S3 object of a large content, for its clean-up. */
  object: string | null;
  /** The content as it is stored, for its revision: only of a post that is read to be edited. null when it is lost. */
  packed?: Item | undefined | null;
  /** Its fields and content are those that its staged change would make. */
  isStaged?: boolean | undefined;
}

/** The parts of a post that its record does not hold, where they were not read or there are none yet. */
export const UNREAD_PARTS: Pick<Post, 'content' | 'stats' | 'object'> = {
  content: null,
  stats: NO_STATS,
  object: null,
};

/** A post whose content is still packed as it is stored: the unpacked contents of many posts may exceed the memory. */
export interface PackedPost extends Omit<Post, 'content' | 'packed'> {
  packed: Item | undefined;
}

const MAX_CONCURRENT = 8;
/** In characters. More text exceeds an answer of 6 MB even when gzipped. */
const MAX_ANSWERED_LENGTH = 24_000_000;

export async function unpackPost(post: PackedPost): Promise<Post> {
  return withContent(post, await unpackContent(post));
}

export async function unpackContent({ packed }: Pick<PackedPost, 'packed'>): Promise<Content> {
  return packed ? (await readContent(packed)).content : EMPTY_CONTENT;
}

/** Unpacks the posts of one answer, some at a time. @throws TooLarge as soon as their text exceeds the limit */
export async function unpackAll(posts: readonly PackedPost[]): Promise<Post[]> {
  const contents = new Map<PackedPost, Content>();
  let size = 0;
  await mapWithConcurrency(posts, MAX_CONCURRENT, async post => {
    if (!post.packed) return;
    const { content, length } = await readContent(post.packed);
    size += length;
    if (size > MAX_ANSWERED_LENGTH) throw answerTooLarge();
    contents.set(post, content);
  });
  return posts.map(post => withContent(post, contents.get(post) ?? EMPTY_CONTENT));
}

/** The largest content in S3 as JSON, whose size is not known before it is fetched. */
const MAX_OBJECT_BYTES = 2_200_000;

/**
 * Unpacks posts in their order, up to the first one whose content would exceed `maxBytes`, or that would be fetched from S3 where it may
 * exceed it. At least one post is returned.
 */
export async function unpackFitting(posts: readonly PackedPost[], maxBytes: number): Promise<Post[]> {
  const fitting: Post[] = [];
  let room = maxBytes;
  for (const post of posts) {
    if (post.object !== null && room < MAX_OBJECT_BYTES && fitting.length > 0) break;
    const packed = post.packed && (await fetchContent(post.packed));
    room -= packed?.bytes ?? 0;
    if (room < 0 && fitting.length > 0) break;
    fitting.push(withContent(post, packed ? (await packed.unpack()).content : EMPTY_CONTENT));
  }
  return fitting;
}

/** The last id that was read, when `maxBytes` may have left out the others: a page then ends with it. */
export function findCut(
  ids: readonly number[],
  posts: readonly Post[],
  { maxBytes }: { maxBytes?: number | undefined },
): number | undefined {
  const last = posts.at(-1)?.value.id;
  return maxBytes === undefined || last === ids.at(-1) ? undefined : last;
}

export function withContent({ value, version, stats, object }: PackedPost, content: Content | null): Post {
  return { value, version, stats, object, content };
}
