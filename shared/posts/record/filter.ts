import type { PackedPost } from './post.ts';

/**
 * Words that a post's text must contain. The timelines of words are written after the posts, and only for published ones. So they find
 * candidates, and the text decides where that is needed.
 */
export interface TextSearch {
  /** The post is in at least one timeline of each term. */
  terms: readonly (readonly string[])[];
  /** True when the timelines alone can't decide, for example for a quoted phrase. */
  needsText: boolean;
  /** How many bytes of text one request may look through. */
  maxBytes: number;
  /** Looks through texts until it has found `enough` or exceeds `maxBytes`. */
  findMatching: (posts: readonly PackedPost[], limits: TextLimits) => Promise<TextMatches>;
}

export interface TextLimits {
  enough: number;
  maxBytes: number;
}

export interface TextMatches {
  /** The ids of posts whose text contains the words. */
  found: ReadonlySet<number>;
  /** The bytes of the texts that it has looked through, and the number of their posts, at least one. */
  bytes: number;
  count: number;
}

/** The posts of a list, as conditions on timelines and on records. A post must meet all of them. */
export interface PostFilter {
  /** The post is in at least one timeline of each group. Without groups: all published posts. */
  anyOf: readonly (readonly string[])[];
  /** The post is in none of these timelines. */
  noneOf: readonly string[];
  order: 'newest' | 'oldest' | 'updated';
  /** Bounds of created_ts in Unix seconds, inclusive. */
  startTs?: number | undefined;
  endTs?: number | undefined;
  excludePrivate: boolean;
  /** True when the list has removed posts too. */
  removed: boolean;
  /** The only author whose removed posts the list has; undefined for those of all authors. */
  removedOf?: number | undefined;
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
