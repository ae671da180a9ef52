import type { RouteName } from '../../../functions/routes/index.ts';
import type { Cost } from './meter.ts';

function budget(calls: number, trips: number, read: number, write: number): Cost {
  return {
    calls,
    trips,
    read,
    write,
  };
}

/**
 * The maximum cost of every endpoint when warm (key, authors, sections, badges and images cached in the process), for the requests of
 * support/api/requests.ts: calls to AWS, sequential trips, read and write units. A transaction costs twice the units of its writes.
 */
export const BUDGETS: Partial<Record<RouteName, Cost>> = {
  'posts/get': budget(1, 1, 1, 0),
  // Of each write of a published post, two write units mark its month's sitemap as changed.
  'posts/create': budget(2, 2, 0, 36),
  'posts/edit': budget(2, 2, 1, 18),
  'posts/delete': budget(2, 2, 1, 44),
  'posts/list': budget(2, 2, 41, 0),
  'posts/frontpage': budget(3, 2, 42, 0),
  'posts/section': budget(3, 2, 42, 0),
  'posts/search': budget(3, 2, 42, 0),
  'posts/tag': budget(2, 2, 41, 0),
  'posts/author': budget(2, 2, 41, 0),
  'feeds/get': budget(2, 2, 41, 0),
  'sitemaps/index': budget(2, 2, 2, 0),
  'sitemaps/news': budget(2, 2, 41, 0),
  'sitemaps/month': budget(2, 2, 41, 0),
  'posts/basename': budget(2, 2, 5, 0),
  'posts/permalink': budget(2, 2, 7, 0),
  'drafts/get': budget(1, 1, 1, 0),
  'drafts/create': budget(2, 2, 0, 24),
  'drafts/edit': budget(2, 2, 1, 42),
  'drafts/delete': budget(2, 2, 1, 28),
  'drafts/list': budget(2, 2, 41, 0),
  // A preview is written with its entry in the list of its post.
  'previews/create': budget(2, 2, 1, 4),
  'previews/get': budget(2, 2, 3, 0),
  'previews/delete': budget(3, 3, 2, 4),
  'scheduled_posts/schedule': budget(3, 3, 1, 10),
  'scheduled_posts/unschedule': budget(2, 2, 1, 10),
  'scheduled_posts/list': budget(2, 2, 41, 0),
  'scheduled_posts/get': budget(1, 1, 1, 0),
  'editor/get-post': budget(1, 1, 1, 0),
  'editor/edit-post': budget(2, 2, 1, 10),
  // The version guard is raised in a transaction of its own, which is not cancelled by posts that are written at the same time.
  'sections/create': budget(7, 7, 1, 78),
  'sections/edit': budget(9, 9, 1, 76),
  'sections/delete': budget(6, 6, 1, 76),
  'sections/list': budget(1, 1, 2, 0),
  'sections/get': budget(1, 1, 1, 0),
  'sections/get-order': budget(1, 1, 1, 0),
  'sections/set-order': budget(4, 4, 2, 10),
  // The process has not cached its image.
  'badges/create': budget(4, 3, 3, 4),
  'badges/edit': budget(3, 3, 2, 4),
  // One post has the badge.
  'badges/delete': budget(7, 6, 6, 18),
  'badges/list': budget(1, 1, 2, 0),
  'badges/get': budget(1, 1, 1, 0),
  'tags/create': budget(2, 2, 1, 6),
  'tags/edit': budget(2, 2, 2, 4),
  'tags/delete': budget(2, 2, 2, 6),
  'tags/list': budget(1, 1, 1, 0),
  'tags/get': budget(1, 1, 1, 0),
  'authors/create': budget(1, 1, 0, 6),
  'authors/edit': budget(2, 2, 1, 4),
  'authors/get': budget(1, 1, 1, 0),
  'authors/search': budget(2, 2, 11, 0),
  'authors/by-email': budget(2, 2, 2, 0),
  'authors/by-name': budget(2, 2, 2, 0),
  'api_keys/create': budget(2, 2, 1, 4),
  'api_keys/list': budget(2, 2, 10, 0),
  'api_keys/delete': budget(2, 2, 1, 4),
  // Seven calls, and four more in the minutes after the turn of an hour.
  'posts/page-views': budget(11, 3, 45, 0),
  'posts/record-page-views': budget(3, 2, 1, 2),
  'likes/create': budget(2, 2, 1, 6),
  'likes/delete': budget(3, 3, 2, 6),
  'likes/list': budget(2, 1, 3, 0),
  'follows/follow': budget(2, 2, 1, 4),
  'follows/unfollow': budget(3, 3, 2, 4),
  'follows/sections': budget(2, 2, 4, 0),
  'follows/followers': budget(1, 1, 1, 0),
  // From a direct upload: read its record and its file's head and ends, then write clean-up, copy and record.
  'images/create': budget(7, 6, 1, 12),
  'images/edit': budget(5, 5, 2, 10),
  'images/get': budget(1, 1, 1, 0),
  'uploads/create': budget(1, 1, 0, 1),
  'documents/create': budget(7, 6, 1, 8),
  'documents/edit': budget(9, 8, 3, 6),
  'documents/get': budget(1, 1, 1, 0),
  // A Query for each of eight partitions, and a count where the page does not show it; then the assets, then their images.
  'dam/list': budget(11, 3, 24, 0),
  'dam/get': budget(2, 2, 2, 0),
  'dam/create': budget(2, 2, 1, 26),
  'dam/edit': budget(3, 3, 2, 8),
  'dam/delete': budget(2, 2, 1, 26),
  // Ten assets, each committed independently, eight concurrently.
  'dam/bulk-edit': budget(22, 10, 35, 40),
  'dam/bulk-delete': budget(21, 10, 30, 260),
  'scraper/get': budget(1, 1, 1, 0),
  'me/get': budget(1, 1, 1, 0),
  // Its body has no shortcode: of one with images, their owners and the images are read.
  'editor/render': budget(0, 0, 0, 0),
  'editor/presence': budget(3, 3, 2, 1),
  'editor/create-preview': budget(2, 2, 1, 4),
  'editor/list-previews': budget(3, 1, 3, 0),
  'editor/revoke-preview': budget(3, 2, 2, 4),
  'editor/revoke-previews': budget(4, 4, 2, 5),
  'webhooks/create': budget(2, 2, 1, 6),
  'webhooks/list': budget(1, 1, 1, 0),
  'webhooks/get': budget(1, 1, 1, 0),
  'webhooks/edit': budget(2, 2, 1, 4),
  'webhooks/delete': budget(3, 2, 2, 6),
  'webhooks/deliveries': budget(2, 1, 2, 0),
  'webhooks/test': budget(2, 2, 1, 4),
  'webhooks/replay': budget(3, 2, 2, 4),
};
