import type { Context } from 'aws-lambda';
import { nowMs } from '../../shared/platform/core/clock.ts';
import { logError, logInfo } from '../../shared/platform/log/log.ts';
import { isMeasured, writeMetrics } from '../../shared/platform/log/metrics.ts';
import { sweepThumbnails } from '../../shared/library/images/thumbnails/task.ts';
import { countPosts } from '../../shared/posts/changes/count-posts.ts';
import { sweepSharingRoles } from '../../shared/posts/answers/sharing-roles.ts';
import { enterDrafts } from '../../shared/posts/publishing/jobs/enter-drafts.ts';
import { endSeries } from '../../shared/posts/publishing/jobs/end-series.ts';
import { purgeRemoved } from '../../shared/posts/publishing/jobs/purge.ts';
import type { Published } from '../../shared/posts/publishing/jobs/publish-due.ts';
import { sweepSchedules } from '../../shared/posts/publishing/jobs/sweep.ts';
import { thinRevisions } from '../../shared/posts/publishing/jobs/thin-revisions.ts';
import { sweepUnpublished } from '../../shared/posts/search/unpublished.ts';
import { actAsProcess } from '../../shared/platform/store/audit/actor.ts';
import { recordSettings } from '../../shared/platform/store/audit/settings.ts';
import { outboxHealth } from '../../shared/platform/store/outbox/outbox-health.ts';
import { rollUpViews } from '../../shared/posts/counters/views/rollup.ts';
import { runBackfill } from '../../shared/platform/store/backfill.ts';
import { BACKFILLS } from '../../shared/posts/publishing/jobs/backfills.ts';
import { drainEach } from './backlog.ts';
import { hasTime } from './jobs.ts';

/** Limits the time for drafts of an earlier version, and for the index of posts that are not published. */
const ENTER_MS = 20_000;

/** Runs each minute and processes what streams and schedules missed. A failure of one part does not stop the others. */
export async function handler(
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  await actAsProcess('sweep', () => sweep(context));
}

async function sweep(context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const results = await Promise.allSettled([
    sweepSchedules(hasTime(context)).then(measured),
    measureOutbox().then(() => drainEach(hasTime(context))),
    purgeRemoved(),
    rollUpViews(),
    sweepThumbnails(),
    thinRevisions(hasTime(context)),
    sweepSharingRoles(),
    sweepEditorLists(),
    runBackfill(BACKFILLS),
    endSeries(hasTime(context)),
    recordSettings(),
  ]);
  const [schedules, jobs, purged, viewHours, thumbnails, thinned] = results.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  );
  logInfo('swept', { schedules, jobs, purged, viewHours, thumbnails, thinned });
  const failed = results.find(result => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Enters the drafts of an earlier version into the lists, and then counts and indexes the listed posts. */
async function sweepEditorLists(): Promise<void> {
  if (!(await enterDrafts(nowMs() + ENTER_MS))) return;
  await countPosts();
  await sweepUnpublished(nowMs() + ENTER_MS);
}

function measured(swept: Published): Published {
  writeMetrics({
    OverdueSchedules: swept.failed,
    ...(swept.published > 0 && { PublishLateness: swept.latestS }),
  });
  return swept;
}

/** Measures the outbox. It never throws, because a failed measurement must not stop the work. */
async function measureOutbox(): Promise<void> {
  if (!isMeasured()) return;
  try {
    const { ageS, failing } = await outboxHealth();
    writeMetrics({ OutboxAge: ageS, OutboxFailing: failing });
  } catch (error) {
    logError('outbox metrics not written', error);
  }
}
