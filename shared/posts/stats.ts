import { countOf } from '../store/counter.ts';
import type { Item } from '../store/table.ts';

/** What is counted of a post; kept apart from the record, so that counting never meets an edit. */
export interface Stats {
  page_views: number;
  likes: number;
}

export const NO_STATS: Stats = { page_views: 0, likes: 0 };

/**
 * Likes and views are two items: likes are counted in transactions, which would make views, counted without one and far more
 * often, conflict with them.
 */
export function statsOf(likes: Item | undefined, views: Item | undefined): Stats {
  return {
    likes: countOf(likes),
    page_views: countOf(views),
  };
}
