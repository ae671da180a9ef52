import * as v from 'valibot';
import { newId } from '../../platform/core/ids.ts';
import { REASSIGNMENT, outboxItem, type OutboxItem } from '../../platform/store/outbox/outbox-item.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import type { Item, Key } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';

/**
 * The job that follows a section change: it recomputes every post that has one of the tags or is in the section, which was deleted, or has
 * turned private or public.
 */
export const Reassignment = v.object({
  tags: v.array(v.string()),
  section_id: v.nullable(v.number()),
  /** The rev to which the job raises the version guard first; 0 when that is done. */
  rev: v.optional(v.number(), 0),
  /** The sort key of the progress, see below; null where only posts of `section_id` are recomputed, which shows none. */
  progress: v.optional(v.nullable(v.string()), null),
  /** Where to resume: the index of the timeline, and the last position done in it. */
  timeline: v.optional(v.number(), 0),
  after: v.optional(v.string()),
  /** Numbers of posts; the total is counted only for a job of more than one page. */
  done: v.optional(v.number(), 0),
  total: v.optional(v.number()),
});
export type Reassignment = v.InferOutput<typeof Reassignment>;

export function reassignment(
  job: Pick<Reassignment, 'tags' | 'section_id' | 'rev' | 'progress'>,
  leaseS?: number,
): OutboxItem {
  return outboxItem(REASSIGNMENT, job, leaseS);
}

/**
 * The progress of the re-assignment that follows an edit of a section: SECTIONS / <section id>#reassignment#<own id>. It sorts after
 * the section's record, so one Query reads both. The section's transaction puts it, and the job deletes it at its end. In between
 * `done` never falls, also when a job is interrupted and resumed; a worker that finds it deleted does not put it again. It is only
 * shown: nothing depends on it.
 */
const INFIX = '#reassignment#';
export const reassignmentKey = itemKey(
  'SECTIONS',
  `<section>${INFIX}<number>`,
  'progress of a re-assignment',
);

export const Progress = v.object({
  /** `waiting` until the first hundred posts are done or the request's own time for them is used up. */
  state: v.picklist(['waiting', 'running']),
  /** Posts recomputed; a post that has two of the changed tags counts twice. */
  done: v.number(),
  /** null until they are counted. */
  total: v.nullable(v.number()),
});
export type Progress = v.InferOutput<typeof Progress>;

/** A sort key for new progress of a section. */
export function newProgress(sectionId: number): string {
  return reassignmentKey.sortKey(sectionId, String(newId()));
}

function progressKey(sk: string): Key {
  return { pk: reassignmentKey.pk, sk };
}

/** The range of sort keys of a section's record and all its progress. */
export function withProgress(sk: string): [string, string] {
  return [sk, `${sk}${INFIX}~`];
}

export function isProgress({ sk }: Item): boolean {
  return String(sk).includes(INFIX);
}

export function putProgress(transaction: Transaction, sk: string): void {
  const progress: Progress = { state: 'waiting', done: 0, total: null };
  transaction.put({ ...progressKey(sk), ...progress });
}

/** Raises `done`, unless it is as high already or the progress is deleted. */
export async function moveProgress(sk: string, done: number, total: number): Promise<void> {
  const progress: Progress = { state: 'running', done, total: Math.max(done, total) };
  const notAhead = new Error('The stored progress is as far, or deleted');
  const transaction = new Transaction().put(
    { ...progressKey(sk), ...progress },
    { expression: 'done < :done', values: { ':done': done }, otherwise: () => notAhead },
  );
  await transaction.commit().catch((error: unknown) => {
    if (error !== notAhead) throw error;
  });
}

export async function endProgress(sk: string): Promise<void> {
  await new Transaction().delete(progressKey(sk)).commit();
}

/** Progress by section; simultaneous re-assignments of one section are added up. */
export function progressIn(items: readonly Item[]): Map<number, Progress> {
  const found = new Map<number, Progress>();
  for (const item of items) {
    const id = parseInt(String(item.sk), 10);
    const progress = v.parse(Progress, item);
    const other = found.get(id);
    found.set(id, other ? combine(other, progress) : progress);
  }
  return found;
}

function combine(a: Progress, b: Progress): Progress {
  return {
    state: a.state === 'running' ? a.state : b.state,
    done: a.done + b.done,
    total: a.total === null || b.total === null ? null : a.total + b.total,
  };
}
