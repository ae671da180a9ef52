import type { Key } from '../store/table.ts';

/**
 * Page views. Access patterns and keys:
 *   of a post, ever                POST#<post> / views                     read with the post
 *   of an hour                     VIEWS#hour#<hour>#<shard> / <post>      4 shards, drawn at random
 *   of an hour or a day, rolled up VIEWS#hour#<hour>, VIEWS#day#<day> / <part>    all posts and their counts, packed
 *   what has no rollup yet         VIEWS / hour#<hour>, day#<day>          notes: one Query, a few items
 *
 * A partition takes a thousand writes a second. So does a post's total, which is one item: however viral, one post gives a shard
 * at most a quarter of what it bears, and all posts together are counted four thousand times a second (each time for up to
 * 100,000 views). More shards would bear more, and cost each reader a Query of the hour that runs.
 * A view adds to the post's total and to the hour's bucket, at once and each for itself: a transaction would cost four times as
 * much and let only some dozens a second through. A crash between the two leaves the view in one of them.
 * Hour and day are noted before the hour's first bucket is written, so what has neither note nor rollup has no views. Some
 * minutes after an hour's end, when no request that began in it still runs, its buckets never change again: rolling it up
 * (rollup.ts) gives the same however often it is done, or by how many at once. One transaction puts the rollup and takes the
 * note away; a crash before it leaves parts that nobody reads, and that the next run writes again. A day is rolled up from its
 * hours' rollups when none of them has a note left.
 * Who reads (window.ts) looks at the notes first, then takes buckets for noted hours and rollups for all else. Each hour is
 * counted exactly once, whatever is rolled up meanwhile: what was read from stays until it expires.
 */
export const HOUR_S = 3600;
export const HOURS_A_DAY = 24;
const SHARDS = 4;
/** Longer than the longest period that is asked for, 30 days; so the sweep may be days late. */
const KEPT_S = 35 * 86_400;

/** An hour or a day, UTC, counted from 1970. */
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

export function dayOf(hour: number): number {
  return Math.floor(hour / HOURS_A_DAY);
}

/** The hours of a day. */
export function hoursOf(day: number): number[] {
  return Array.from({ length: HOURS_A_DAY }, (_, index) => day * HOURS_A_DAY + index);
}

export function expiryOf(hour: number): number {
  return (hour + 1) * HOUR_S + KEPT_S;
}

export const NOTES_PARTITION = 'VIEWS';
export function noteKey(span: Span): Key {
  return { pk: NOTES_PARTITION, sk: span };
}

export function partKey(span: Span, part: number): Key {
  return {
    pk: `VIEWS#${span}`,
    sk: String(part).padStart(4, '0'),
  };
}

function shardPartition(hour: number, shard: number): string {
  return `VIEWS#${hourSpan(hour)}#${shard}`;
}

export function shardsOf(hour: number): string[] {
  return Array.from({ length: SHARDS }, (_, shard) => shardPartition(hour, shard));
}

/** A bucket for one more view: each time another shard. */
export function bucketKey(hour: number, postId: number): Key {
  return {
    pk: shardPartition(hour, Math.floor(Math.random() * SHARDS)),
    sk: String(postId).padStart(16, '0'),
  };
}
