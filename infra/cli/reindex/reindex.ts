import { timestampAt, type Position } from '../../../shared/platform/values/position.ts';
import {
  backlogPartition,
  INDEX_POST,
  outboxItem,
  toItem,
} from '../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { planMatches, type Filter } from './filter.ts';

/** The batch of a worker of the index. */
const BATCH_SIZE = 25;

export interface Reindexing {
  filter: Filter;
  /** Continues behind this position. */
  after: Position | undefined;
  /** Runs after each batch of jobs, and decides when the next one follows. */
  pace: (batchSize: number) => Promise<void>;
  report: (line: string) => void;
}

/**
 * Puts an index job for each published post that matches, newest first, into the backlog of the index, where it gives way to the jobs of
 * editors. A post that is published or gets another date during the run has a job by that write, so none is missed. A job brings
 * the index to the post's current state, also when several jobs were put for it: a run may stop anywhere, continue from the last reported
 * position, or be repeated.
 * @returns the number of jobs
 */
export async function reindexPosts({ filter, after, pace, report }: Reindexing): Promise<number> {
  const readMatches = await planMatches(filter);
  if (!readMatches) return 0;
  let [count, from] = [0, after];
  do {
    const { matches, next } = await readMatches({ after: from, limit: BATCH_SIZE });
    if (matches.length > 0) {
      await putJobs(matches.map(({ id }) => id));
      await pace(matches.length);
    }
    count += matches.length;
    from = next;
    if (from !== undefined) report(describeProgress(count, from));
  } while (from !== undefined);
  return count;
}

async function putJobs(ids: readonly number[]): Promise<void> {
  const transaction = new Transaction();
  for (const id of ids) transaction.put(toItem(outboxItem(INDEX_POST, { id }, 0, backlogPartition(id))));
  await transaction.commit();
}

function describeProgress(count: number, position: Position): string {
  const day = new Date(timestampAt(position) * 1000).toISOString().slice(0, 10);
  return `  ${count} posts so far, back to ${day}. To continue from here: --after '${position}'`;
}
