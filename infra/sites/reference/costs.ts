import type { RouteName } from '../../../functions/routes/index.ts';

/** The cost of one request. */
export interface Cost {
  /** Calls to AWS. */
  calls: number;
  /** Sequential trips among these calls: concurrent calls are one trip. */
  trips: number;
  /** Capacity units of DynamoDB. */
  read: number;
  write: number;
}

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
 * test/support/api/requests.ts, which a test measures: calls to AWS, sequential trips, read and write units. A transaction costs twice
 * the units of its writes. An entry of the audit trail takes two of them where the row has an audited action. A change of a post puts a
 * revision of what it replaces, two units, and the first one of a day a mark for their thinning, two more; one of its tags or images puts
 * a job, two more. Its entry in the feed of changes takes two.
 */
export const COSTS: Partial<Record<RouteName, Cost>> = {
  'posts/get': budget(1, 1, 1, 0),
  // Two write units of each write of a published post mark its month's sitemap as changed.
  'posts/create': budget(2, 2, 0, 42),
  'posts/edit': budget(2, 2, 1, 24),
  // A removal reads the staged change, which it drops, or requires that there is none.
  'posts/delete': budget(3, 2, 2, 56),
  'posts/list': budget(2, 2, 41, 0),
  'posts/changes': budget(1, 1, 1, 0),
  'posts/frontpage': budget(3, 2, 42, 0),
  'posts/section': budget(3, 2, 42, 0),
  'posts/search': budget(3, 2, 42, 0),
  'posts/tag': budget(2, 2, 41, 0),
  'posts/author': budget(2, 2, 41, 0),
  'feeds/get': budget(2, 2, 41, 0),
  'sitemaps/index': budget(4, 2, 4, 0),
  'sitemaps/news': budget(2, 2, 41, 0),
  'sitemaps/month': budget(2, 2, 41, 0),
  'posts/basename': budget(2, 2, 5, 0),
  'posts/permalink': budget(2, 2, 7, 0),
  'drafts/get': budget(1, 1, 1, 0),
  // Four write units of each write of a draft with one author are entries of the editors' lists.
  'drafts/create': budget(2, 2, 0, 32),
  'drafts/edit': budget(2, 2, 1, 54),
  'drafts/delete': budget(3, 2, 2, 44),
  'drafts/list': budget(2, 2, 41, 0),
  // A preview is written with its entry in the list of its post.
  'previews/create': budget(2, 2, 1, 6),
  'previews/get': budget(2, 2, 3, 0),
  'previews/delete': budget(3, 3, 2, 6),
  'scheduled_posts/schedule': budget(3, 3, 1, 22),
  'scheduled_posts/unschedule': budget(2, 2, 1, 20),
  'scheduled_posts/list': budget(2, 2, 41, 0),
  'scheduled_posts/get': budget(1, 1, 1, 0),
  // A Query for each state, the mark of what is entered, and the posts with a staged change; then the records.
  'editor/list-posts': budget(7, 2, 50, 0),
  'editor/changes': budget(1, 1, 1, 0),
  'editor/get-post': budget(2, 1, 2, 0),
  'editor/edit-post': budget(2, 2, 1, 16),
  // The version guard is raised in a transaction of its own, which is not cancelled by posts that are written at the same time.
  'sections/create': budget(7, 7, 1, 82),
  'sections/edit': budget(9, 9, 1, 80),
  'sections/delete': budget(6, 6, 1, 80),
  'sections/list': budget(1, 1, 2, 0),
  'sections/get': budget(1, 1, 1, 0),
  'sections/get-order': budget(1, 1, 1, 0),
  'sections/set-order': budget(4, 4, 2, 14),
  // The process has not cached its image.
  'badges/create': budget(4, 3, 3, 6),
  'badges/edit': budget(3, 3, 2, 6),
  // One post has the badge.
  'badges/delete': budget(7, 6, 6, 26),
  'badges/list': budget(1, 1, 2, 0),
  'badges/get': budget(1, 1, 1, 0),
  'tags/create': budget(2, 2, 1, 10),
  'tags/edit': budget(2, 2, 2, 8),
  'tags/delete': budget(2, 2, 2, 10),
  'tags/list': budget(1, 1, 1, 0),
  'tags/get': budget(1, 1, 1, 0),
  // The first letters of the words in a name are entries of lists, four here.
  'authors/create': budget(1, 1, 0, 18),
  'authors/edit': budget(2, 2, 1, 22),
  'authors/get': budget(1, 1, 1, 0),
  'authors/search': budget(2, 2, 11, 0),
  'authors/by-email': budget(2, 2, 2, 0),
  'authors/by-name': budget(2, 2, 2, 0),
  'api_keys/create': budget(2, 2, 1, 6),
  // The last uses are read together with the authors.
  'api_keys/list': budget(3, 2, 20, 0),
  'api_keys/delete': budget(2, 2, 1, 6),
  // The account's counters and the owner of the email; the count, author and password; the session, and the counters again.
  'sessions/create': budget(8, 4, 7, 13),
  // What a session sends reads the session too. The author, and the factors; the challenge, the used passkey and the session in one transaction.
  'sessions/passkey-options': budget(1, 1, 0, 1),
  'sessions/passkey': budget(3, 3, 3, 8),
  'sessions/single-sign-on-options': budget(1, 1, 0, 1),
  // The state, the owner of the email, the author, and the factors; the state again and the session in one transaction.
  'sessions/single-sign-on': budget(6, 6, 6, 8),
  'passkeys/options': budget(4, 4, 4, 1),
  'passkeys/create': budget(3, 3, 3, 8),
  'passkeys/list': budget(2, 2, 2, 0),
  'passkeys/delete': budget(3, 3, 3, 6),
  'recovery_codes/create': budget(3, 3, 3, 6),
  'audit/list': budget(1, 1, 10, 0),
  'sessions/list': budget(1, 1, 10, 0),
  'sessions/delete': budget(2, 2, 10, 4),
  'sessions/delete-all': budget(2, 2, 1, 4),
  'invitations/create': budget(2, 2, 1, 4),
  // The invitation, and its author; the author again, and the change; the passkeys, and the session.
  'invitations/accept': budget(7, 7, 6, 17),
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
  'images/create': budget(7, 6, 1, 22),
  'images/edit': budget(5, 5, 2, 14),
  'images/list': budget(2, 2, 12, 0),
  // Reads lists, sections, tags, badges and the asset at once, then the records.
  'images/uses': budget(9, 2, 9, 0),
  'images/get': budget(1, 1, 1, 0),
  'uploads/create': budget(1, 1, 0, 1),
  'documents/create': budget(7, 6, 1, 10),
  'documents/edit': budget(9, 8, 3, 8),
  'documents/get': budget(1, 1, 1, 0),
  // A Query for each of eight partitions, and a count where the page does not show it; then the assets, then their images.
  'dam/list': budget(11, 3, 24, 0),
  'dam/get': budget(2, 2, 2, 0),
  'dam/create': budget(2, 2, 1, 26),
  'dam/edit': budget(3, 3, 2, 10),
  'dam/delete': budget(2, 2, 1, 26),
  // Ten assets, each committed independently, eight concurrently.
  'dam/bulk-edit': budget(22, 10, 35, 60),
  'dam/bulk-delete': budget(21, 10, 30, 260),
  'scraper/get': budget(1, 1, 1, 0),
  'me/get': budget(1, 1, 1, 0),
  // Its body has no shortcode. For one with images, their owners and the images are read.
  'editor/render': budget(0, 0, 0, 0),
  // The record, the days, and the buckets of two days, all at once.
  'editor/post-views': budget(4, 1, 98, 0),
  // The hours, and the buckets of the two that may not be rolled up, then the posts that were viewed in them.
  'editor/section-views': budget(10, 2, 12, 0),
  // The beginnings of tags, and what the process has not cached of tags and sections.
  'editor/suggest': budget(4, 2, 8, 0),
  'editor/presence': budget(3, 3, 2, 1),
  'editor/list-revisions': budget(2, 1, 2, 0),
  // The revision has the post's own content; another content takes one more trip.
  'editor/get-revision': budget(2, 1, 2, 0),
  'editor/create-preview': budget(2, 2, 1, 6),
  'editor/list-previews': budget(3, 1, 3, 0),
  'editor/revoke-preview': budget(3, 2, 2, 6),
  'editor/revoke-previews': budget(4, 4, 2, 8),
  'webhooks/create': budget(2, 2, 1, 8),
  'webhooks/list': budget(1, 1, 1, 0),
  'webhooks/get': budget(1, 1, 1, 0),
  'webhooks/edit': budget(2, 2, 1, 6),
  'webhooks/delete': budget(3, 2, 2, 8),
  'webhooks/deliveries': budget(2, 1, 2, 0),
  'webhooks/test': budget(2, 2, 1, 6),
  'webhooks/replay': budget(3, 2, 2, 6),
};

/**
 * The write units of an hour in which five people autosave their drafts every 3 seconds: 6,000 autosaves. Each writes the record, the content
 * and its entry in the feed of changes, and every ten minutes a series ends.
 */
export const AUTOSAVE_HOUR_WRITES = 62_000;
