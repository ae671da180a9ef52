import type { Context } from 'aws-lambda';
import { logError, logInfo } from '../../shared/platform/log/log.ts';
import { isMeasured, writeMetrics } from '../../shared/platform/log/metrics.ts';
import { sweepThumbnails } from '../../shared/library/images/thumbnails/task.ts';
import { sweepSharingRoles } from '../../shared/posts/answers/sharing-roles.ts';
import { purgeRemoved } from '../../shared/posts/publishing/jobs/purge.ts';
import type { Published } from '../../shared/posts/publishing/jobs/publish-due.ts';
import { sweepSchedules } from '../../shared/posts/publishing/jobs/sweep.ts';
import { outboxHealth } from '../../shared/platform/store/outbox/outbox-health.ts';
import { rollUpViews } from '../../shared/posts/counters/views/rollup.ts';
import { drainEach } from './backlog.ts';
import { hasTime } from './jobs.ts';

/** Runs each minute and processes what streams and schedules missed. A failure of one part does not stop the others. */
export async function handler(
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const results = await Promise.allSettled([
    sweepSchedules(hasTime(context)).then(measured),
    measureOutbox().then(() => drainEach(hasTime(context))),
    purgeRemoved(),
    rollUpViews(),
    sweepThumbnails(),
    sweepSharingRoles(),
  ]);
  const [schedules, jobs, purged, viewHours, thumbnails] = results.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  );
  logInfo('swept', { schedules, jobs, purged, viewHours, thumbnails });
  const failed = results.find(result => result.status === 'rejected');
  if (failed) throw failed.reason;
}

function measured(swept: Published): Published {
  writeMetrics({
    OverdueSchedules: swept.failed,
    ...(swept.published > 0 && { PublishLateness: swept.latestS }),
  });
  return swept;
}

/** Never throws: a failed measurement must not stop the work. */
async function measureOutbox(): Promise<void> {
  if (!isMeasured()) return;
  try {
    const { ageS, failing } = await outboxHealth();
    writeMetrics({ OutboxAge: ageS, OutboxFailing: failing });
  } catch (error) {
    logError('outbox metrics not written', error);
  }
}
