import type { Context } from 'aws-lambda';
import { logInfo } from '../../shared/http/log.ts';
import { sweepThumbnails } from '../../shared/images/thumbnails/sweep.ts';
import { purgeRemoved } from '../../shared/posts/purge.ts';
import { sweepSchedules } from '../../shared/posts/sweep.ts';
import { rollUpViews } from '../../shared/views/rollup.ts';
import { drainOutbox, hasTime } from './jobs.ts';

/** Runs each minute and does whatever an alarm clock missed. One part's failure doesn't stop the others. */
export const handler = async (
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const results = await Promise.allSettled([
    sweepSchedules(),
    drainOutbox(hasTime(context)),
    purgeRemoved(),
    rollUpViews(),
    sweepThumbnails(),
  ]);
  const [schedules, jobs, purged, viewHours, thumbnails] = results.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  );
  logInfo('swept', { schedules, jobs, purged, viewHours, thumbnails });
  const failed = results.find(result => result.status === 'rejected');
  if (failed) throw failed.reason;
};
