import type { RouteName } from '../../../functions/routes/index.ts';
import { workers } from '../../stack/workers.ts';
import type { Usage } from './usage.ts';

/** What a request leaves to others, and how often it does. */
interface FollowUp {
  often: number;
  usage: Usage;
}

function always(usage: Usage): FollowUp {
  return { often: 1, usage };
}

/**
 * The outbox worker's part of a job: woken by the stream for some jobs at a time, waiting for the table most of the time. Its units
 * are held by test/api/follow-ups.test.ts to what the worker really asks for.
 */
function job(readUnits: number, writeUnits: number) {
  return {
    lambdaRequests: 0.5,
    lambdaGbSeconds: 0.15,
    readUnits,
    writeUnits,
  };
}

/** Different words of an ordinary article: each is an entry in a timeline. */
export const WORDS = 300;
/** Of these, as many come and as many go with an edit of the text. */
export const WORDS_EDITED = 20;

/** The search index after a post is published, edited, or gone; see shared/search/index-posts.ts. */
export const INDEXING = {
  published: job(5, WORDS + 9),
  edited: job(5, 2 * WORDS_EDITED + 8),
  gone: job(4, WORDS + 10),
} as const;

/** An object that must be deleted unless its record is there. */
export const FILE_CLEANUP = job(3, 8);

const THUMBNAILS_MS = 3000;
/** Of the sizes and ratios of an ordinary site. */
const SIZES = 15;

/** All sizes of an image from one decode, and the record that says so. */
const thumbnails: Usage = {
  lambdaRequests: 1,
  lambdaGbSeconds: (workers.thumbnails.memoryMb / 1024) * (THUMBNAILS_MS / 1000),
  readUnits: 2,
  writeUnits: 10,
  s3Gets: 1,
  s3Puts: SIZES,
};

/** Invoked half a minute to a minute early: the publisher waits, publishes, and the post is indexed. */
const publisher: Usage = {
  schedules: 1,
  lambdaRequests: 1,
  lambdaGbSeconds: 0.5 * 40,
  readUnits: 2,
  writeUnits: 38,
};

export const FOLLOW_UPS: Partial<Record<RouteName, readonly FollowUp[]>> = {
  'posts/create': [always(INDEXING.published)],
  'drafts/edit': [always(INDEXING.published)],
  'posts/edit': [always(INDEXING.edited)],
  'posts/delete': [always(INDEXING.gone)],
  'scheduled_posts/schedule': [always(publisher), always(INDEXING.published)],
  'images/create': [always(thumbnails), always(FILE_CLEANUP)],
  'images/edit': [always(thumbnails), always(FILE_CLEANUP)],
  'documents/create': [always(FILE_CLEANUP)],
  'documents/edit': [always(FILE_CLEANUP), always(FILE_CLEANUP)],
};
