import type { PackedPost } from './read.ts';

/**
 * Words that a post's text must hold. The timelines of words are written a moment after the posts, and only for published ones:
 * they find candidates, and the text tells for certain where that is needed.
 */
export interface TextSearch {
  /** Of each, one must hold the post. */
  terms: readonly (readonly string[])[];
  /** The timelines alone don't tell: as of a quoted phrase. */
  needsText: boolean;
  /** The ids of those that hold them; when there are `enough`, the rest is not looked at. */
  holding: (posts: readonly PackedPost[], enough: number) => Promise<ReadonlySet<number>>;
}

/** Which posts a list is of, said in timelines and in what only records tell. Everything must hold. */
export interface PostFilter {
  /** Of each, the post is in one of these timelines. None: all published posts. */
  anyOf: readonly (readonly string[])[];
  /** It is in none of these. */
  noneOf: readonly string[];
  order: 'newest' | 'oldest' | 'updated';
  /** On created_ts, in Unix seconds, both inclusive. */
  startTs?: number | undefined;
  endTs?: number | undefined;
  excludePrivate: boolean;
  /** Removed posts too. */
  removed: boolean;
  search?: TextSearch | undefined;
}

/** All published posts, newest first. */
export const NO_FILTER: PostFilter = {
  anyOf: [],
  noneOf: [],
  order: 'newest',
  excludePrivate: false,
  removed: false,
};
