import { sleep } from '../../../shared/platform/core/clock.ts';
import { BACKLOG_PARTITIONS } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { dueItems } from '../../../shared/platform/store/outbox/outbox.ts';
import { Backlog } from '../../../functions/events/backlog.ts';

/** Due jobs of a partition from which on its worker is behind: one turn of it. */
const MAX_DUE = 50;
const PAUSE_MS = 2_000;

/**
 * Spreads the jobs on a stack: at most `rate` a second, and no more while the workers are behind. So the backlog stays short for what
 * else comes there, such as the posts of an author with a new name, and most of what the table can write is left to requests.
 */
export function pacedByWorkers(rate: number, report: (line: string) => void) {
  return async (batchSize: number): Promise<void> => {
    await sleep((batchSize * 1000) / rate);
    if (!(await areWorkersBehind())) return;
    report('  Waiting for the workers of the index.');
    do await sleep(PAUSE_MS);
    while (await areWorkersBehind());
  };
}

/** Failing jobs wait for a later time, so they don't count. */
async function areWorkersBehind(): Promise<boolean> {
  const due = await Promise.all(BACKLOG_PARTITIONS.map(partition => dueItems(partition, MAX_DUE)));
  return due.some(items => items.length === MAX_DUE);
}

/** Runs the jobs in this process, as a worker does: nothing else runs on the data of a stopped service. */
export function runJobs(): () => Promise<void> {
  const backlog = new Backlog(BACKLOG_PARTITIONS);
  return async () => {
    while ((await backlog.takeTurn(() => true)) > 0);
  };
}
