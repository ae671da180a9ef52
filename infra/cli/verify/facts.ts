import * as v from 'valibot';
import { toReason } from '../../core/command.ts';
import { nowMs } from '../../../shared/platform/core/clock.ts';
import {
  ASSET_OVERFLOW,
  BADGE_REMOVAL,
  CANCELLATION,
  CLEANUP,
  EDGE_INVALIDATION,
  FILE_CLEANUP,
  IMAGE_ENTRIES,
  FORGET_LIKES,
  INDEX_AUTHOR,
  INDEX_POST,
  INDEX_UNPUBLISHED,
  INDEX_USES,
  OUTBOX_PARTITIONS,
  OutboxItem,
  OVERFLOW,
  REASSIGNMENT,
} from '../../../shared/platform/store/outbox/outbox-item.ts';
import { EntryKeys } from '../../../shared/platform/store/records/overflow.ts';
import { keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { derive, type Derived } from './derive.ts';
import { toName, type Disagreement } from './disagreement.ts';
import { keyIn, type Stored } from './stored.ts';

const KINDS: ReadonlySet<string> = new Set([
  ...[ASSET_OVERFLOW, BADGE_REMOVAL, CANCELLATION, CLEANUP, EDGE_INVALIDATION, FILE_CLEANUP, IMAGE_ENTRIES],
  ...[FORGET_LIKES, INDEX_AUTHOR, INDEX_POST, INDEX_UNPUBLISHED, INDEX_USES, OVERFLOW, REASSIGNMENT],
]);

/** The fields of jobs by which they name their record; a job has some of them. */
const Job = v.object({
  id: v.optional(v.number()),
  author_id: v.optional(v.number()),
  post_id: v.optional(v.number()),
  prefix: v.optional(v.string()),
  keys: v.optional(EntryKeys),
  /** In jobs of posts: the tags that are to be counted. */
  tags: v.optional(v.array(v.string())),
  /** In a re-assignment: the sort key of its progress. */
  progress: v.optional(v.nullable(v.string())),
});
type Job = v.InferOutput<typeof Job> & { key: Key; kind: string };

/** What is stored, as records with what they require, and jobs that still change it. */
export interface Facts extends Stored {
  records: readonly { item: Item; derived: Derived }[];
  jobs: readonly Job[];
  /** The partition keys of records that no schema reads: what belongs to them is unknown. */
  unreadable: ReadonlySet<string>;
  /** Unreadable records and jobs. */
  faults: readonly Disagreement[];
}

export function gatherFacts(stored: Stored): Facts {
  const records: Facts['records'][number][] = [];
  const jobs: Job[] = [];
  const unreadable = new Set<string>();
  const faults: Disagreement[] = [];
  for (const item of stored.items.values()) {
    const key = keyIn(item);
    try {
      if (OUTBOX_PARTITIONS.includes(key.pk)) jobs.push(readJob(item));
      else {
        const derived = derive(item);
        if (derived) records.push({ item, derived });
      }
    } catch (error) {
      const isJob = OUTBOX_PARTITIONS.includes(key.pk);
      if (!isJob) unreadable.add(key.pk);
      faults.push(isJob ? unreadableJob(key, error) : unreadableRecord(key, error));
    }
  }
  return { ...stored, records, jobs, unreadable, faults };
}

function readJob(item: Item): Job {
  const { kind, job } = v.parse(OutboxItem, item);
  if (!KINDS.has(kind)) throw new Error(`there is no job of the kind ${kind}`);
  return { ...v.parse(Job, JSON.parse(job)), key: keyIn(item), kind };
}

function unreadableJob(key: Key, error: unknown): Disagreement {
  const fault = `is no job that a worker can run: ${toReason(error)}`;
  return { kind: 'job', key: toName(key), fault, repair: transaction => transaction.delete(key) };
}

function unreadableRecord(key: Key, error: unknown): Disagreement {
  return { kind: 'record', key: toName(key), fault: `is unreadable: ${toReason(error)}` };
}

/** The keys that waiting jobs will put or delete. */
export function keysToBeWritten({ jobs }: Facts): Set<string> {
  return new Set(jobs.flatMap(({ keys = [] }) => keys.map(keyText)));
}

/** Whether a job of a kind waits for a record. */
export function hasJob({ jobs }: Facts, kind: string, id: number): boolean {
  return jobs.some(job => job.kind === kind && (job.id ?? job.author_id ?? job.post_id) === id);
}

/** A younger object may belong to a request that has not committed its record. */
const MIN_AGE_MS = 3_600_000;

/** The objects, as `<bucket>/<key>`, that no request is still writing a record for. */
export function listOldObjects({ objects }: Facts): string[] {
  const before = nowMs() - MIN_AGE_MS;
  return [...objects].flatMap(([place, changedMs]) => (changedMs < before ? [place] : []));
}
