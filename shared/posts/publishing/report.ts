import type { Item } from '../../platform/store/table.ts';
import type { Post } from '../record/post.ts';
import type { PostRecord } from '../record/record.ts';
import { prepareEvents, type Change } from '../webhooks/event.ts';
import type { Transition } from './lifecycle.ts';
import type { SeriesStep } from './series.ts';

interface Step<Before> extends Pick<SeriesStep, 'made' | 'ended'> {
  before: Before;
  next: PostRecord;
}

/** What a change reports to webhooks: the series of autosaves that it ends, and itself where it has a transition. */
export function listChanges<Before extends Post | null>(
  { before, next, made, ended }: Step<Before>,
  transition: Transition | ((before: Before) => Transition) | undefined,
): Change[] {
  const series = before && ended ? [describeSeries(before, ended)] : [];
  if (!transition) return series;
  const { action } = typeof transition === 'function' ? transition(before) : transition;
  const userId = made.author_id ?? next.created_by;
  return [...series, { action, before: before?.value ?? null, next, version: made.version, userId }];
}

function describeSeries({ value, version }: Post, { author_id }: NonNullable<SeriesStep['ended']>): Change {
  const userId = author_id ?? value.created_by;
  return { action: 'draft_edit', before: value, next: value, version, userId };
}

/** The items of these events. A change without a transition reads the subscriptions only here, where it ends a series. */
export async function createAll(
  createEvents: ((change: Change) => Item[]) | undefined,
  changes: readonly Change[],
): Promise<Item[]> {
  if (changes.length === 0) return [];
  return changes.flatMap(createEvents ?? (await prepareEvents()));
}
