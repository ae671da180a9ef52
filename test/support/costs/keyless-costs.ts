import type { RouteName } from '../../../functions/routes/index.ts';

/** What decides the processor time of a request. */
export interface WorstCost {
  /** Calls to AWS. */
  calls: number;
  /** Items that queries scanned, and keys that were requested. */
  examined: number;
  /** Kilobytes read from the table and from S3. */
  readKb: number;
  /** Kilobytes of the answer before compression. */
  answerKb: number;
}

function ceilings(calls: number, examined: number, readKb: number, answerKb: number): WorstCost {
  return { calls, examined, readKb, answerKb };
}

/**
 * The ceilings of each route that answers without a key, for its requests in test/bench/keyless/worst.ts about the worst content of
 * test/api/service/keyless-costs.test.ts, with some room for caches that are cold. `npm run bench -- keyless` measures the time that follows.
 */
export const WORST_COSTS: Partial<Record<RouteName, WorstCost>> = {
  'posts/get': ceilings(7, 17, 2_200, 4_800),
  'posts/list': ceilings(21, 1_300, 4_900, 4_700),
  'posts/changes': ceilings(1, 1, 1, 1),
  'posts/frontpage': ceilings(9, 570, 420, 1_100),
  'posts/section': ceilings(9, 570, 420, 1_100),
  'posts/search': ceilings(17, 1_300, 730, 2_400),
  'posts/tag': ceilings(16, 2_300, 4_300, 4_800),
  'posts/author': ceilings(12, 1_200, 620, 42),
  'posts/permalink': ceilings(8, 20, 2_200, 2_400),
  'posts/page-views': ceilings(13, 53, 2_200, 4_700),
  'posts/record-page-views': ceilings(6, 12, 170, 2),
  'sessions/create': ceilings(10, 14, 20, 1),
  'sessions/passkey-options': ceilings(1, 0, 1, 1),
  'sessions/passkey': ceilings(4, 4, 20, 1),
  'sessions/single-sign-on-options': ceilings(1, 0, 1, 1),
  'sessions/single-sign-on': ceilings(4, 4, 20, 1),
  'invitations/accept': ceilings(10, 14, 20, 1),
  'previews/get': ceilings(8, 18, 170, 4_800),
  'feeds/get': ceilings(19, 1_500, 1_400, 250),
  'sitemaps/index': ceilings(5, 14, 170, 2),
  'sitemaps/news': ceilings(11, 230, 30, 350),
  'sitemaps/month': ceilings(11, 3_000, 340, 140),
  'likes/list': ceilings(5, 150, 170, 350),
  'authors/get': ceilings(6, 13, 170, 10),
  'authors/search': ceilings(5, 78, 350, 270),
  'authors/by-name': ceilings(5, 76, 350, 270),
  'sections/list': ceilings(4, 58, 310, 140),
  'sections/get': ceilings(4, 13, 170, 8),
  'tags/list': ceilings(4, 34, 290, 130),
  'tags/get': ceilings(4, 12, 170, 8),
  'badges/list': ceilings(5, 34, 210, 50),
  'badges/get': ceilings(4, 12, 170, 4),
};
