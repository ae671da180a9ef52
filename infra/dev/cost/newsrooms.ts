import type { RouteName } from '../../../functions/routes/index.ts';

/** The activity of a newsroom. Values common to all newsrooms are below. */
export interface Newsroom {
  name: string;
  postsADay: number;
  /** Saves of a post after its publication. */
  editsAPost: number;
  /** Page views by readers. */
  viewsAMonth: number;
  /** Editors who work at the same time. */
  editors: number;
  picturesADay: number;
  /** Existing posts. */
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
/** The API requests of a reader's page: the post, and a list next to it. */
const READS_A_VIEW = { post: 1, list: 1 } as const;
/** The share of these that the site answers from its own cache: public answers may be cached for 30 s. */
const CACHED_SHARE = 0.9;
const SEARCHES_A_VIEW = 0.005;
const LIKES_A_VIEW = 0.002;
/** The interval in which an editor's two open lists, drafts and posts, are reloaded, eight hours a day. */
const POLL_S = 30;
const HOURS_A_DAY = 8;
const SCHEDULED_SHARE = 0.3;

/** Requests per month by the names of the budgets. Requests for readers use a read-only key. */
export interface Traffic {
  readers: Partial<Record<RouteName, number>>;
  editors: Partial<Record<RouteName, number>>;
}

/** Each view is counted by its own request; a site that collects views sends fewer. */
export function estimateTraffic(newsroom: Newsroom, cachedShare = CACHED_SHARE): Traffic {
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
