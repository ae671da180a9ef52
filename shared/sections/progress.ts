import * as v from 'valibot';
import { newId } from '../core/ids.ts';
import type { Item, Key } from '../store/table.ts';
import { Transaction } from '../store/transaction.ts';
import { SECTION, sectionKey } from './record.ts';

/**
 * How far the re-assignment after an edit of a section has come: SECTIONS / <id>#reassignment#<its own id>, behind the section's
 * record, so that reading one section or all reads it along. Put in the section's own transaction and deleted when all is done;
 * between, work that is cut off and taken up again never shows less than it did. Who works on after that finds it gone and
 * leaves it so. It is only for showing: nothing is decided by it.
 */
const BEHIND = '#reassignment#';

export const Progress = v.object({
  /** `waiting` until the first hundred posts are done, or the request that began has no time left. */
  state: v.picklist(['waiting', 'running']),
  /** Posts judged; one that has two of the changed tags counts twice. */
  done: v.number(),
  /** null while they are not counted. */
  total: v.nullable(v.number()),
});
export type Progress = v.InferOutput<typeof Progress>;

/** The sort key of a new progress. */
export function newProgress(sectionId: number): string {
  return `${sectionKey(SECTION, sectionId).sk}${BEHIND}${newId()}`;
}

function progressKey(sk: string): Key {
  return { pk: SECTION.partition, sk };
}

/** The section's record and all its progress, as a range of sort keys. */
export function withProgress(sk: string): [string, string] {
  return [sk, `${sk}${BEHIND}~`];
}

export function isProgress({ sk }: Item): boolean {
  return String(sk).includes(BEHIND);
}

export function putProgress(transaction: Transaction, sk: string): void {
  const progress: Progress = { state: 'waiting', done: 0, total: null };
  transaction.put({ ...progressKey(sk), ...progress });
}

/** Shows what is done, unless as much is shown or it is over. */
export async function moveProgress(sk: string, done: number, total: number): Promise<void> {
  const progress: Progress = { state: 'running', done, total: Math.max(done, total) };
  const behind = new Error('As much is shown');
  const transaction = new Transaction().put(
    { ...progressKey(sk), ...progress },
    { expression: 'done < :done', values: { ':done': done }, otherwise: () => behind },
  );
  await transaction.commit().catch((error: unknown) => {
    if (error !== behind) throw error;
  });
}

export async function endProgress(sk: string): Promise<void> {
  await new Transaction().delete(progressKey(sk)).commit();
}

/** By section; edits of one section whose work is under way at the same time are told as one. */
export function progressIn(items: readonly Item[]): Map<number, Progress> {
  const found = new Map<number, Progress>();
  for (const item of items) {
    const id = parseInt(String(item.sk), 10);
    const progress = v.parse(Progress, item);
    const other = found.get(id);
    found.set(id, other ? joined(other, progress) : progress);
  }
  return found;
}

function joined(a: Progress, b: Progress): Progress {
  return {
    state: a.state === 'running' ? a.state : b.state,
    done: a.done + b.done,
    total: a.total === null || b.total === null ? null : a.total + b.total,
  };
}
