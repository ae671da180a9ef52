import * as v from 'valibot';
import { itemKey } from '../../platform/store/item-key.ts';
import { getItem, type Item } from '../../platform/store/table.ts';
import { TIMELINE } from './timelines.ts';

/**
 * How far the sweep is with entering drafts of earlier versions, which had no entries in some lists (publishing/jobs/enter-drafts.ts):
 *   the only one    POST_LISTS / entered    {after, done, again_ts}
 * Only the sweep writes it. Two of them do the same work twice, which changes nothing, and a crash repeats at most a page.
 */
export const enteredKey = itemKey('POST_LISTS', 'entered', 'progress of entering earlier drafts into lists');

const Entered = v.object({
  /** The position in the list of drafts behind which the walk continues; absent at its start. */
  after: v.optional(v.string()),
  /** All drafts have been entered. */
  done: v.boolean(),
  /** When to walk once more, in Unix seconds: functions of the earlier version may still have run during the first walk. */
  again_ts: v.optional(v.number()),
});
export type Entered = v.InferOutput<typeof Entered>;

export function parseEntered(item: Item | undefined): Entered {
  return item ? v.parse(Entered, item) : { done: false };
}

export async function readEntered(): Promise<Entered> {
  return parseEntered(await getItem(enteredKey(), { consistent: false }));
}

/** What the names of those timelines begin with in which earlier versions had no entries. */
const ADDED: readonly (string | undefined)[] = [
  TIMELINE.draftUpdated,
  TIMELINE.scheduledUpdated,
  'draft-author',
];

export function isAddedTimeline(timeline: string): boolean {
  return ADDED.includes(timeline.split('#')[0]);
}
