import * as v from 'valibot';
import { HOUR_S } from '../../../platform/core/durations.ts';
import { readCount } from '../../../platform/store/counter.ts';
import { getItems, keyText, queryItems, type Consistency } from '../../../platform/store/table.ts';
import { sum, unpack, type Counts } from './packing.ts';
import {
  toDay,
  daySpan,
  hourAt,
  listHours,
  hourSpan,
  VIEWS,
  partKey,
  listShards,
  type Deferred,
  type Span,
} from './record.ts';

/** A part of a roll-up, with the number of its parts; the first part is written last. */
const Part = v.object({ packed: v.instance(Uint8Array), parts: v.number() });

/** Each hour takes four Queries. Many hours have no roll-up only when the sweep has not run for long. */
const MAX_CONCURRENT_HOURS = 12;

/**
 * Views of the last `period` hours by post. Ordinary operation takes three round trips: the pending hours and days; four Queries for
 * the running hour next to a BatchGetItem of roll-ups (for 30 days under 100); further parts of roll-ups of more than 10,000 posts.
 */
export async function readViews(period: number, now: number, { consistent }: Consistency): Promise<Counts> {
  const { hours, spans } = planWindow(period, now, await readPending({ consistent }));
  const [rolledUp, running] = await Promise.all([readRollups(spans), readHours(hours, { consistent })]);
  return sum([rolledUp, ...running]);
}

async function readHours(hours: readonly number[], { consistent }: Consistency): Promise<Counts[]> {
  const read: Counts[] = [];
  for (let start = 0; start < hours.length; start += MAX_CONCURRENT_HOURS) {
    const some = hours.slice(start, start + MAX_CONCURRENT_HOURS);
    read.push(...(await Promise.all(some.map(hour => readBuckets(hour, { consistent })))));
  }
  return read;
}

/** Reads which hours and days have no roll-up yet (the running ones, and for some minutes the ones before), and their hot posts. */
export async function readPending({
  consistent,
}: Consistency): Promise<PendingRollups & { deferred: readonly Deferred[] }> {
  const items = await queryItems({ pk: VIEWS, consistent });
  const names = items.map(({ sk }) => String(sk).split('#'));
  const pickNumbers = (kind: string) =>
    names.flatMap(([name, ...numbers]) => (name === kind ? [numbers.map(Number)] : []));
  const first = (kind: string) => new Set(pickNumbers(kind).map(([number = 0]) => number));
  const deferred = pickNumbers('deferred').map(([hour = 0, postId = 0]) => ({ hour, postId }));
  return { hours: first('hour'), days: first('day'), deferred };
}

/** Reads the views of an hour from its shards. */
export async function readBuckets(hour: number, { consistent }: Consistency): Promise<Counts> {
  const shards = await Promise.all(listShards(hour).map(pk => queryItems({ pk, consistent })));
  return sum(shards.map(items => new Map(items.map(item => [Number(item.sk), readCount(item)]))));
}

/** Always consistent: a roll-up is read because its pending mark was seen deleted, which is committed with it. */
export async function readRollups(spans: readonly Span[]): Promise<Counts> {
  const firstKeys = spans.map(span => partKey(span, 0));
  const first = await getItems(firstKeys, { consistent: true });
  const otherKeys = spans.flatMap(span => {
    const item = first.get(keyText(partKey(span, 0)));
    const parts = item ? v.parse(Part, item).parts : 0;
    return Array.from({ length: Math.max(0, parts - 1) }, (_, index) => partKey(span, index + 1));
  });
  const others = await getItems(otherKeys, { consistent: true });
  const items = [...first.values(), ...others.values()];
  return sum(await Promise.all(items.map(item => unpack(v.parse(Part, item).packed))));
}

/** The hours and days that have no roll-up yet. */
interface PendingRollups {
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
}

/** What to read for the views of a period. */
interface Window {
  /** To be read from buckets. */
  hours: number[];
  /** To be read from roll-ups. */
  spans: Span[];
}

/**
 * What to read for the last `period` hours. Views are counted by the hour, and the hour in which the period begins counts whole: a
 * view leaves the result at most an hour after it is older than the period.
 */
export function planWindow(period: number, now: number, pending: PendingRollups): Window {
  const first = hourAt(now - period * HOUR_S);
  const last = hourAt(now);
  const window: Window = { hours: [], spans: [] };
  for (let hour = first; hour <= last; hour++) {
    const day = toDay(hour);
    const hours = listHours(day);
    if (hours[0] === hour && (hours.at(-1) ?? 0) <= last && !pending.days.has(day)) {
      window.spans.push(daySpan(day));
      hour = hours.at(-1) ?? hour;
    } else if (pending.hours.has(hour)) window.hours.push(hour);
    else window.spans.push(hourSpan(hour));
  }
  return window;
}
