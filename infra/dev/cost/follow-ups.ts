import type { RouteName } from '../../../functions/routes/index.ts';
import { workers } from '../../../functions/events/workers.ts';
import type { Usage } from './prices.ts';

/** Asynchronous work that a request causes, and how often. */
interface FollowUp {
  often: number;
  usage: Usage;
}

function always(usage: Usage): FollowUp {
  return { often: 1, usage };
}

/**
 * The outbox worker's share of a job. The stream invokes it for several jobs at a time, and it mostly waits for the table.
 * test/api/service/follow-ups.test.ts compares these units with the worker's calls.
 */
function job(readUnits: number, writeUnits: number) {
  return {
    lambdaRequests: 0.5,
    lambdaGbSeconds: 0.15,
    readUnits,
    writeUnits,
  };
}

/** The different words of an ordinary article. Each is an entry in a timeline. */
export const WORDS = 300;
/** The words that an edit of the text adds, and as many that it removes. */
export const WORDS_EDITED = 20;

/**
 * The updates of the search index when a post is published, edited or removed; see shared/posts/search/index-posts.ts. Posts that are not
 * published have an index of their own: a draft enters it, leaves it when it is published, and a removed post enters it.
 */
export const INDEXING = {
  published: job(5, WORDS + 9),
  edited: job(5, 2 * WORDS_EDITED + 8),
  gone: job(4, WORDS + 10),
  unpublished: job(4, WORDS + 12),
} as const;

/**
 * The worker that indexes the post also numbers its change: a group and a head of the feed, for a published post also of the public one, and
 * the entry that waited.
 */
export const FEED: Usage = { readUnits: 5, writeUnits: 10 };

/** The clean-up of an object that is deleted unless its record exists. */
const FILE_CLEANUP = job(3, 8);

const THUMBNAILS_MS = 3000;
/** The number of thumbnails with the sizes and ratios of an ordinary site. */
const SIZES = 15;

/** A message of SQS is sent, received and deleted. */
const REQUESTS_A_MESSAGE = 3;
/** All sizes of an image from one decoding, and the update of its record. */
const thumbnails: Usage = {
  lambdaRequests: 1,
  lambdaGbSeconds: (workers.thumbnails.memoryMb / 1024) * (THUMBNAILS_MS / 1000),
  readUnits: 2,
  writeUnits: 10,
  s3Gets: 1,
  s3Puts: SIZES,
  // The content bucket reports the task when it is put and when it is deleted.
  s3Events: 2,
  queueRequests: REQUESTS_A_MESSAGE,
};

/** The publisher waits for four seconds until its second, and begins to publish a moment later. */
const PUBLISHER_S = 4.5;

/**
 * A post that is the only one of its minute: the publisher gets a message for the schedule, the invocation of the minute, and a message
 * for the second, and publishes the post. Posts of one minute share the schedule and the note of the taken minute; posts of one second
 * also the wait. test/unit/events/scheduling.test.ts counts the invocations.
 */
const publisher: Usage = {
  schedules: 1,
  queueRequests: 2 * REQUESTS_A_MESSAGE,
  lambdaRequests: 3,
  lambdaGbSeconds: (workers.publisher.memoryMb / 1024) * (PUBLISHER_S + 0.1),
  readUnits: 4,
  writeUnits: 39,
};

export const FOLLOW_UPS: Partial<Record<RouteName, readonly FollowUp[]>> = {
  'posts/create': [always(INDEXING.published), always(FEED)],
  'drafts/create': [always(INDEXING.unpublished), always(FEED)],
  'drafts/edit': [always(INDEXING.published), always(INDEXING.gone), always(FEED)],
  'posts/edit': [always(INDEXING.edited), always(FEED)],
  'posts/delete': [always(INDEXING.gone), always(INDEXING.unpublished), always(FEED)],
  'scheduled_posts/schedule': [
    always(publisher),
    always(INDEXING.published),
    always(INDEXING.gone),
    always(FEED),
  ],
  'images/create': [always(thumbnails), always(FILE_CLEANUP)],
  'images/edit': [always(thumbnails), always(FILE_CLEANUP)],
  'documents/create': [always(FILE_CLEANUP)],
  'documents/edit': [always(FILE_CLEANUP), always(FILE_CLEANUP)],
};
