import { countOf } from '../store/counter.ts';
import type { Item } from '../store/table.ts';

/** The counters of a post. They are items of their own, so that counting never conflicts with an edit. */
export interface Stats {
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
