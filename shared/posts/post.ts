import { countOf } from '../store/counter.ts';
import type { Versioned } from '../store/record.ts';
import type { Item } from '../store/table.ts';
import type { Content } from './content.ts';
import type { PostRecord } from './record.ts';

/** The counters of a post. They are items of their own, so that counting never conflicts with an edit. */
interface Stats {
  page_views: number;
  likes: number;
}

export const NO_STATS: Stats = { page_views: 0, likes: 0 };

/**
 * Likes and views are two items: likes are counted in transactions, with which views, counted far more often and without one, would
 * conflict.
 */
export function statsOf(likes: Item | undefined, views: Item | undefined): Stats {
  return {
    likes: countOf(likes),
    page_views: countOf(views),
  };
}

/** A post with its content and counters. */
export interface Post extends Versioned<PostRecord> {
  /** null when it was not read. */
  content: Content | null;
  stats: Stats;
  /** The key of the S3 object of a large content, for its clean-up. */
  object: string | null;
}

/** A post whose content is still packed as it is stored: the unpacked contents of many posts may exceed the memory. */
export interface PackedPost extends Omit<Post, 'content'> {
  packed: Item | undefined;
}
