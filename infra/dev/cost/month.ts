import { workers } from '../../../functions/events/workers.ts';
import type { RouteName } from '../../../functions/routes/index.ts';
import { WORDS } from './follow-ups.ts';
import { DAYS_A_MONTH, estimateTraffic, type Newsroom } from './newsrooms.ts';
import { MEMORY_MB, lambdaUsage, estimateUsage, type Budget } from './requests.ts';
import { sum, times, type Usage } from './prices.ts';

export type Budgets = Readonly<Partial<Record<RouteName, Budget>>>;

const KB = 1e-6;
/** A post's record, text, list entries and search entries. DynamoDB adds 100 bytes to each item. */
const TABLE_GB_A_POST = (8 + 15 * 0.2 + WORDS * 0.17) * KB;
const PICTURES_A_POST = 2;
/** An original of some megapixels with all its sizes. */
const S3_GB_A_PICTURE = 4_000 * KB;
/** The images on a reader's page. */
const PICTURES_A_VIEW = 4;
const CDN_GB_A_PICTURE = 50 * KB;
/** The default avatars on a reader's page, which a CloudFront function answers. */
const AVATARS_A_VIEW = 0.1;
/** The share of the images that the CDN fetches from the bucket. */
const CDN_MISSES = 0.05;
/** The retention of logs. */
const LOG_MONTHS = 3;

/** The monthly usage of a newsroom. */
export function sumMonth(newsroom: Newsroom, budgets: Budgets): Usage {
  const { readers, editors } = estimateTraffic(newsroom);
  const asked = sum(requests(readers, budgets, true), requests(editors, budgets, false), FIXED);
  return sum(asked, kept(newsroom), shown(newsroom), { logStoredGb: (asked.logGb ?? 0) * LOG_MONTHS });
}

function requests(counts: Partial<Record<RouteName, number>>, budgets: Budgets, reader: boolean): Usage {
  const named = Object.entries(counts) as [RouteName, number][];
  return sum(
    ...named.map(([name, count]) => {
      const budget = budgets[name];
      if (!budget) throw new Error(`${name} has no budget`);
      return times(count, estimateUsage(name, budget, { reader }));
    }),
  );
}

function kept({ archive, postsADay }: Newsroom): Usage {
  const posts = archive + postsADay * DAYS_A_MONTH;
  const tableGb = posts * TABLE_GB_A_POST;
  return { tableGb, backupGb: tableGb, s3Gb: posts * PICTURES_A_POST * S3_GB_A_PICTURE };
}

function shown({ viewsAMonth }: Newsroom): Usage {
  const pictures = viewsAMonth * PICTURES_A_VIEW;
  const avatars = viewsAMonth * AVATARS_A_VIEW;
  return {
    cdnRequests: pictures + avatars,
    cdnFunctions: avatars,
    cdnGb: pictures * CDN_GB_A_PICTURE,
    s3Gets: pictures * CDN_MISSES,
  };
}

const SWEEP_MS = 60;

/**
 * A sweep that finds nothing. It makes sixteen consistent reads, seven of them of changes, counts, the outbox and its backlog, each of
 * which costs a unit even without a result, and seven eventually consistent ones, of their age and of the lists' progress, at half the
 * price. test/unit/events/metrics.test.ts counts them.
 */
const SWEEP: Usage = { ...lambdaUsage(MEMORY_MB, SWEEP_MS), readUnits: 19.5, logGb: 1e-6 };

const DELIVERIES_MS = 20;

/** A run of the webhook worker that finds nothing to deliver: it reads webhooks and events. */
const DELIVERIES: Usage = {
  ...lambdaUsage(workers.webhooks.memoryMb, DELIVERIES_MS),
  readUnits: 2,
  logGb: 1e-6,
};

const MINUTES_A_MONTH = 730 * 60;

/** The monitoring of a deployment, as infra/stack/observability/ creates it. */
export const WATCHING: Usage = { metrics: 8, alarms: 27, dashboards: 1 };

/** The queue of due seconds, and that of thumbnail tasks. Lambda always receives from each with five pollers, which wait for a message for 20 s. */
const QUEUES = 2;
const POLLS: Usage = { queueRequests: QUEUES * 5 * 3 };

/** The usage of a deployment in a month without requests. */
export const FIXED: Usage = sum(times(MINUTES_A_MONTH, sum(SWEEP, DELIVERIES, POLLS)), WATCHING);
