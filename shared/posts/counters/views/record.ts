import { DAY_S, HOUR_S } from '../../../platform/core/durations.ts';
import { itemKey } from '../../../platform/store/item-key.ts';
import type { Key } from '../../../platform/store/table.ts';

/**
 * Page views. Access patterns and keys:
 *   total of a post                POST#<post> / views                     read with the post
 *   of an hour                     VIEWS#hour#<hour>#<shard> / <post>      buckets in 4 shards, chosen at random
 *   roll-up of an hour or a day    VIEWS#hour#<hour>, VIEWS#day#<day> / <part>    all posts and their counts, compressed
 *   pending roll-ups               VIEWS / hour#<hour>, day#<day>          one Query, a few items
 *   hot posts of an hour           VIEWS / deferred#<hour>#<post>          read by the same Query
 *
 * A partition takes a thousand writes a second. One viral post uses a quarter of each shard, so that all posts together can be counted
 * four thousand times a second (each time for up to 100,000 views). More shards would take more writes, and cost each reader a Query
 * of the running hour.
 * A view is added to the post's total and to the hour's bucket by two separate updates: a transaction would cost four times as much
 * and allow only some dozens a second. A crash between the two leaves the view in one of them. The total is one item too; the views of a
 * hot post, which would exceed it, are counted in the bucket first and reach the total later (totals.ts).
 * Hour and day are marked as pending before the hour's first bucket is written, so a span with neither mark nor roll-up has no views.
 * Some minutes after an hour's end no request that began in it still runs, and its buckets never change again: roll-ups (rollup.ts)
 * that are repeated or run at the same time give the same result. One transaction puts the roll-up's first part and deletes the mark;
 * a crash before it leaves parts that are not read, and that the next run writes again. A day is rolled up from the roll-ups of its
 * hours when none of these is pending.
 * A reader (read.ts) reads the pending marks first, then buckets of pending hours and roll-ups of all others. Each hour is counted
 * exactly once, also when it is rolled up during the read: buckets stay until they expire.
 */
export const HOURS_PER_DAY = 24;
export const SHARDS = 4;
/** Longer than the longest period of a request, 30 days, so the sweep may be days late. */
const RETENTION_S = 35 * DAY_S;

/** An hour or a day in UTC, numbered from 1970. */
export type Span = `hour#${number}` | `day#${number}`;

export function hourSpan(hour: number): Span {
  return `hour#${hour}`;
}

export function daySpan(day: number): Span {
  return `day#${day}`;
}

export function hourAt(ts: number): number {
  return Math.floor(ts / HOUR_S);
}

export function toDay(hour: number): number {
  return Math.floor(hour / HOURS_PER_DAY);
}

export function listHours(day: number): number[] {
  return Array.from({ length: HOURS_PER_DAY }, (_, index) => day * HOURS_PER_DAY + index);
}

export function computeExpiry(hour: number): number {
  return (hour + 1) * HOUR_S + RETENTION_S;
}

/** A post whose views of an hour are deferred (totals.ts). */
export interface Deferred {
  hour: number;
  postId: number;
}
type DeferredName = `deferred#${number}#${number}`;

export function deferredName({ hour, postId }: Deferred): DeferredName {
  return `deferred#${hour}#${postId}`;
}

export const VIEWS = 'VIEWS';
/** The key of the mark of a span that has no roll-up yet, or of a hot post. */
export const pendingKey = itemKey(VIEWS, '<span>', 'mark of a pending roll-up or of a hot post');
export const rollUpKey = itemKey(
  `${VIEWS}#<hour|day>#<number>`,
  '<four digits>',
  'part of a roll-up of views',
);
/** The key of the bucket in which a post's views of an hour are counted. */
export const bucketKey = itemKey(`${VIEWS}#hour#<hour>#<digit>`, '<post>', 'views of a post in an hour');

export function partKey(span: Span, part: number): Key {
  const [unit = '', number = ''] = span.split('#');
  return rollUpKey(unit, number, String(part).padStart(4, '0'));
}

export function listShards(hour: number): string[] {
  return Array.from({ length: SHARDS }, (_, shard) => bucketKey.partition(hour, shard));
}

export function randomShard(): number {
  return Math.floor(Math.random() * SHARDS);
}
