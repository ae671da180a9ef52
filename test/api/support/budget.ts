import type { RouteName } from '../../../functions/routes.ts';
import type { Cost } from './meter.ts';

const budget = (calls: number, trips: number, read: number, write: number): Cost => ({
  calls,
  trips,
  read,
  write,
});

/**
 * What every endpoint may cost at most when warm (key, authors and sections known to the process), for the requests of
 * requests.ts: calls to AWS, sequential trips, read and write units. A transaction costs twice the units of its writes.
 */
export const BUDGETS: Partial<Record<RouteName, Cost>> = {
  'posts/get': budget(1, 1, 1, 0),
  'posts/create': budget(2, 2, 0, 30),
  'posts/edit': budget(2, 2, 1, 16),
  'posts/delete': budget(2, 2, 1, 34),
  'posts/list': budget(2, 2, 41, 0),
  'posts/frontpage': budget(2, 2, 41, 0),
  'posts/section': budget(2, 2, 41, 0),
  'posts/tag': budget(2, 2, 41, 0),
  'posts/author': budget(2, 2, 41, 0),
  'posts/basename': budget(2, 2, 5, 0),
  'drafts/get': budget(1, 1, 1, 0),
  'drafts/create': budget(2, 2, 0, 24),
  'drafts/edit': budget(2, 2, 1, 36),
  'drafts/delete': budget(2, 2, 1, 28),
  'drafts/list': budget(2, 2, 41, 0),
  'scheduled_posts/schedule': budget(3, 3, 1, 10),
  'scheduled_posts/unschedule': budget(3, 3, 1, 10),
  'scheduled_posts/list': budget(2, 2, 41, 0),
  'scheduled_posts/get': budget(1, 1, 1, 0),
  'sections/create': budget(5, 5, 1, 74),
  'sections/edit': budget(7, 7, 1, 72),
  'sections/delete': budget(5, 5, 1, 74),
  'sections/list': budget(1, 1, 2, 0),
  'sections/get': budget(1, 1, 1, 0),
  'tags/create': budget(2, 2, 1, 6),
  'tags/edit': budget(2, 2, 2, 4),
  'tags/delete': budget(2, 2, 2, 6),
  'tags/list': budget(1, 1, 1, 0),
  'tags/get': budget(1, 1, 1, 0),
  'authors/create': budget(1, 1, 0, 6),
  'authors/edit': budget(2, 2, 1, 2),
  'authors/get': budget(1, 1, 1, 0),
  'authors/search': budget(2, 2, 11, 0),
  'authors/by-email': budget(2, 2, 2, 0),
  'authors/by-name': budget(2, 2, 2, 0),
  'api_keys/create': budget(2, 2, 1, 4),
  'api_keys/list': budget(2, 2, 10, 0),
  'api_keys/delete': budget(2, 2, 1, 4),
  'posts/page-views': budget(30, 3, 60, 0),
  'posts/record-page-views': budget(3, 2, 1, 2),
  'likes/create': budget(2, 2, 1, 6),
  'likes/delete': budget(3, 3, 2, 6),
  'likes/list': budget(2, 1, 3, 0),
  'follows/follow': budget(2, 2, 1, 4),
  'follows/unfollow': budget(3, 3, 2, 4),
  'follows/sections': budget(2, 2, 4, 0),
  'follows/followers': budget(1, 1, 1, 0),
  'scraper/get': budget(1, 1, 1, 0),
};
