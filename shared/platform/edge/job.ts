import { environment } from '../core/environment.ts';
import { EDGE_INVALIDATION, outboxItem, toItem } from '../store/outbox/outbox-item.ts';
import type { Item } from '../store/table.ts';

/** Drops all public answers from the cache of the edge, or all files whose key begins with `prefix`. */
export interface Job {
  prefix?: string | undefined;
}

/**
 * How long after a change outdated answers are dropped from the caches. By then the readers' site's functions no longer hold the old page in
 * memory, with which they would fill the cache again. Due times are whole seconds, so the invalidation is requested 2 to 5 s after the write.
 */
export const DELAY_S = 3;
/** By then no function has the old section in its memory (REFERENCE_LIFE_MS). */
const SECTION_DELAY_S = 11;
/** By then the files are deleted. A cache that requested one before would keep it indefinitely. */
const FILES_DELAY_S = 60;

/** The jobs to put in the transaction that enters changes into the feed; none without an edge. `hasSection`: whether one is of a section. */
export function invalidateAnswers(hasSection: boolean): Item[] {
  return toItems({}, hasSection ? [DELAY_S, SECTION_DELAY_S] : [DELAY_S]);
}

/** The jobs to put before files are deleted. */
export function invalidateFiles(prefix: string): Item[] {
  return toItems({ prefix }, [FILES_DELAY_S]);
}

function toItems(job: Job, delaysS: readonly number[]): Item[] {
  if (environment().EDGE_DISTRIBUTION === undefined) return [];
  return delaysS.map(delayS => toItem(outboxItem(EDGE_INVALIDATION, job, delayS)));
}
