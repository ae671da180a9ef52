import type { RouteName } from '../../../functions/routes/index.ts';

/** How much a newsroom does; what is the same for all is below. */
export interface Newsroom {
  name: string;
  postsADay: number;
  /** Saves of a post after it was published. */
  editsAPost: number;
  /** Page views by readers. */
  viewsAMonth: number;
  /** Who work at the same time. */
  editors: number;
  picturesADay: number;
  /** Posts that there are already. */
  archive: number;
}

export const NEWSROOMS: readonly Newsroom[] = [
  {
    name: 'small',
    postsADay: 5,
    editsAPost: 2,
    viewsAMonth: 100_000,
    editors: 2,
    picturesADay: 10,
    archive: 10_000,
  },
  {
    name: 'regional',
    postsADay: 60,
    editsAPost: 4,
    viewsAMonth: 5_000_000,
    editors: 15,
    picturesADay: 150,
    archive: 150_000,
  },
  {
    name: 'national',
    postsADay: 400,
    editsAPost: 6,
    viewsAMonth: 100_000_000,
    editors: 80,
    picturesADay: 1_500,
    archive: 1_000_000,
  },
];

export const DAYS_A_MONTH = 30;
/** What the reader's page asks for: the post, and a list beside it. */
const READS_A_VIEW = { post: 1, list: 1 } as const;
/** Of these, what the site in front answers from its own memory: the API lets it keep public answers for 30 s. */
export const CACHED_SHARE = 0.9;
const SEARCHES_A_VIEW = 0.005;
const LIKES_A_VIEW = 0.002;
/** Of an editor's two open lists, drafts and posts, in eight hours a day. */
const POLL_S = 30;
const HOURS_A_DAY = 8;
const SCHEDULED_SHARE = 0.3;

/** Requests a month, as the budgets name them; reads are by a key that only reads where readers are behind them. */
export interface Traffic {
  readers: Partial<Record<RouteName, number>>;
  editors: Partial<Record<RouteName, number>>;
}

/** Each view is counted by a request of its own: a site that collects some of them sends fewer. */
export function trafficOf(newsroom: Newsroom, cachedShare = CACHED_SHARE): Traffic {
  const { postsADay, editsAPost, viewsAMonth, editors, picturesADay } = newsroom;
  const posts = postsADay * DAYS_A_MONTH;
  const pictures = picturesADay * DAYS_A_MONTH;
  const missed = viewsAMonth * (1 - cachedShare);
  const polls = editors * ((HOURS_A_DAY * 3600) / POLL_S) * DAYS_A_MONTH;
  return {
    readers: {
      'posts/get': missed * READS_A_VIEW.post,
      'posts/section': missed * READS_A_VIEW.list * 0.5,
      'posts/frontpage': missed * READS_A_VIEW.list * 0.5,
      'posts/record-page-views': viewsAMonth,
      'posts/search': viewsAMonth * SEARCHES_A_VIEW,
    },
    editors: {
      'likes/create': viewsAMonth * LIKES_A_VIEW,
      'drafts/list': polls,
      'posts/list': polls,
      'drafts/get': posts * 3,
      'drafts/create': posts,
      'drafts/edit': posts * (1 - SCHEDULED_SHARE),
      'scheduled_posts/schedule': posts * SCHEDULED_SHARE,
      'posts/edit': posts * editsAPost,
      'uploads/create': pictures,
      'images/create': pictures,
      'dam/create': pictures,
      'dam/list': pictures,
    },
  };
}
