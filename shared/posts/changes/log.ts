import * as v from 'valibot';
import { nowMs, nowTs } from '../../platform/core/clock.ts';
import { DAY_S, HOUR_S } from '../../platform/core/durations.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { Change } from '../../platform/store/change-entry.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import type { Item } from '../../platform/store/table.ts';
import { PostStatus } from '../record/record.ts';

/**
 * The feed of changes. Its entries are put in the transactions that make the changes (platform/store/change-entry.ts), which may commit in
 * any order and any time after the entry was made. So their own times can't be a reader's cursor: it would pass by what commits later.
 * The worker of the outbox therefore numbers them afterwards (number.ts), off the path of requests:
 *   an editor's poll      CHANGES / <number>, head          one Query: what is behind a number, and the head
 *   a site's poll         CHANGES#public / <number>, head   the same, with what anyone may know
 *   how many posts        CHANGES / head                    one GetItem
 * A transaction takes up to 20 waiting entries: it deletes them if they are still there, puts them together under the number of the last one,
 * and raises the head under its version. So of two workers one begins again, an entry gets one number, and a crash leaves all or nothing.
 *
 * No reader can pass a change by, because numbers only grow from one transaction to the next, and a change has none before it is in the
 * feed: a commit that is late by a minute gets a number behind those that were read. Each group names the number before it. A Query is no
 * snapshot, so it may return a group without the one before, or the head without the last group: what follows a missing group is left to
 * the next poll. Where the groups after the cursor are missing in a second Query too, they have expired: the reader must read all again.
 * So must one whose cursor the feed has never given, as after a backup of an earlier time was restored: numbers are milliseconds since
 * 1970, or the next free ones where changes come faster, so that a number is not given twice.
 *
 * Groups are kept for a day; readers judge that by the number, because DynamoDB deletes later. The feed's partition takes some four write
 * units a change, and 20 changes in bulk hardly more.
 */
/** An hour longer than promised. */
const LIFE_S = DAY_S + HOUR_S;

export const changesKey = itemKey(
  '<CHANGES|CHANGES#public>',
  '<number>',
  'changes, by the number of the last one',
  2 * DAY_S,
);
export const changesHeadKey = itemKey('<CHANGES|CHANGES#public>', 'head', 'number of the last change');

export const LOG = { all: 'CHANGES', public: 'CHANGES#public' } as const;
export type Log = (typeof LOG)[keyof typeof LOG];

/** Changes that were numbered together. Their numbers are consecutive, and the last one is the item's sort key. */
const Group = v.object({
  /** The number of the last change before them; 0 for the first ones. */
  before: v.number(),
  changes: v.array(Change),
});
export type Group = v.InferOutput<typeof Group>;

const Stored = v.object({ sk: v.string(), data: v.pipe(v.string(), v.parseJson(), Group) });

/** A change with its number. */
export interface Numbered {
  number: number;
  change: Change;
}

export function makeGroup(log: Log, last: number, group: Group) {
  return { ...changesKey(log, last), data: JSON.stringify(group), expires: nowTs() + LIFE_S };
}

/** The changes of a group's item in their order. */
export function parseGroup(item: unknown): { before: number; changes: Numbered[] } {
  const { sk, data } = v.parse(Stored, item);
  const first = Number(sk) - data.changes.length + 1;
  return {
    before: data.before,
    changes: data.changes.map((change, index) => ({ number: first + index, change })),
  };
}

/** Whether a change has been kept for as long as it is promised. */
export function hasExpired(number: number): boolean {
  return number < nowMs() - DAY_S * 1000;
}

const Counts = v.object(v.entriesFromList(PostStatus.options, v.number()));
export type Counts = v.InferOutput<typeof Counts>;

const Head = v.object({
  /** The number of the last change. */
  number: v.number(),
  /** The number of the last change that changed a count. */
  counted: v.optional(v.number(), 0),
  /** The number of posts in each state; null until they have been counted for the first time (count-posts.ts). */
  counts: v.optional(v.nullable(Counts), null),
  /** When they were last counted, in Unix seconds. */
  counted_ts: v.optional(v.number(), 0),
});
export type Head = v.InferOutput<typeof Head>;

/** Version 0: there is none yet. */
export function parseHead(item: Item | undefined): Versioned<Head> {
  return item
    ? parseRecord(Head, item)
    : { version: 0, value: { number: 0, counted: 0, counts: null, counted_ts: 0 } };
}
