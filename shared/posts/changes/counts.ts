import * as v from 'valibot';
import type { Change } from '../../platform/store/change-entry.ts';
import { PostStatus } from '../record/record.ts';
import type { Counts, Head } from './log.ts';
import { POST } from './post-change.ts';

/** Whether a change moves a post from one state to another, creates it or deletes it. */
export function altersCounts({ kind, was, state }: Change): boolean {
  return kind === POST && was !== undefined && was !== state;
}

/** The counts of the head after changes that are being numbered: each change is numbered once, so each is counted once. */
export function countChanges(
  { counts }: Head,
  changes: readonly Change[],
  number: number,
): Partial<Pick<Head, 'counts' | 'counted'>> {
  const altering = changes.filter(altersCounts);
  if (altering.length === 0) return {};
  return { counted: number, counts: counts && addChanges(counts, altering) };
}

export function addChanges(before: Counts, changes: readonly Change[]): Counts {
  const counts = { ...before };
  for (const { was, state } of changes.filter(altersCounts)) {
    if (v.is(PostStatus, was)) counts[was]--;
    if (v.is(PostStatus, state)) counts[state]++;
  }
  return counts;
}
