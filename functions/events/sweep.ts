import { logInfo } from '../../shared/http/log.ts';
import { purgeRemoved } from '../../shared/posts/purge.ts';
import { sweepSchedules } from '../../shared/posts/sweep.ts';
import { drainOutbox } from './jobs.ts';

/** Runs each minute and does whatever an alarm clock missed. One part's failure doesn't stop the others. */
export const handler = async (): Promise<void> => {
  const results = await Promise.allSettled([sweepSchedules(), drainOutbox(), purgeRemoved()]);
  const [schedules, jobs, purged] = results.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  );
  logInfo('swept', { schedules, jobs, purged });
  const failed = results.find(result => result.status === 'rejected');
  if (failed) throw failed.reason;
};
