import * as v from 'valibot';
import { nowMs } from '../core/clock.ts';
import { mapWithConcurrency } from '../core/concurrency.ts';
import { logInfo } from '../log/log.ts';
import { itemKey } from './item-key.ts';
import * as Table from './port.ts';
import { putItem } from './put.ts';
import type { AnyEntity, HasId } from './records/entity.ts';
import { writeOverflow } from './records/overflow.ts';
import { getItem } from './table.ts';
import { entryKey } from './timeline.ts';

/**
 * Lists that a new version adds do not contain the existing records. A backfill enters them once, after the upgrade:
 *   progress   BACKFILL / <name>   {start: the key behind which the scan continues, done}
 * The sweep scans the keys of the whole table, some seconds each minute, and puts the new entries of each record as its current version requires
 * (records/overflow.ts). A record never changes its key, so the scan misses none; one that is written meanwhile enters the lists by that
 * write or keeps its place before the scan. Two sweeps at once, or one that repeats a page after a crash, write the same entries. Until it is
 * done, the answers of these lists say that they are incomplete.
 * A version that adds other lists chooses another name: each table is then scanned once more.
 */
const NAME = '2026-11-25';
export const backfillKey = itemKey('BACKFILL', '<name>', 'progress of a backfill of lists');

const Progress = v.object({
  start: v.nullable(v.object({ pk: v.string(), sk: v.string() })),
  done: v.boolean(),
});
type Progress = v.InferOutput<typeof Progress>;

/** How the records of a kind enter their new lists. */
export interface Backfill {
  /** The prefix of the partition keys of these records. */
  prefix: string;
  enter: (id: number) => Promise<void>;
}

/** Enters the records of an entity into those of their lists that `isNew` names. */
export function backfill<T extends HasId>(
  entity: AnyEntity<T>,
  isNew: (timeline: string) => boolean,
): Backfill {
  return {
    prefix: entity.declared.pk.replace('*', ''),
    enter: async id => {
      const found = await entity.find(id, { consistent: true });
      const entries = found ? entity.toEntries(found.value) : [];
      const keys = entries.filter(({ timeline }) => isNew(timeline)).map(entryKey);
      if (keys.length > 0) await writeOverflow(entity, { id, keys });
    },
  };
}

let isDone = false;

/** Whether the lists have all records of earlier versions. It makes one call to the table each time, until the result is true. */
export async function isBackfilled(): Promise<boolean> {
  isDone ||= (await readProgress()).done;
  return isDone;
}

async function readProgress(): Promise<Progress> {
  const item = await getItem(backfillKey(NAME), { consistent: false });
  return item ? v.parse(Progress, item) : { start: null, done: false };
}

const MAX_CONCURRENT = 8;
const SLICE_MS = 20_000;

/** Continues the backfill for some seconds. */
export async function runBackfill(
  backfills: readonly Backfill[],
  untilMs = nowMs() + SLICE_MS,
): Promise<void> {
  if (isDone) return;
  let progress = await readProgress();
  while (!progress.done && nowMs() < untilMs) {
    progress = await enterPage(backfills, progress.start);
    await putItem({ ...backfillKey(NAME), ...progress });
  }
  isDone = progress.done;
  if (isDone) logInfo('lists backfilled', { name: NAME });
}

const Keys = v.array(v.object({ pk: v.string(), sk: v.string() }));
const Start = v.nullish(v.object({ pk: v.string(), sk: v.string() }), null);

/** Enters the records among the keys of one page of the scan. @returns where the next page starts */
export async function enterPage(backfills: readonly Backfill[], from: Progress['start']): Promise<Progress> {
  const { Items: items = [], LastEvaluatedKey: last } = await Table.scan({
    ProjectionExpression: 'pk, sk',
    FilterExpression: `sk = :record AND (${backfills.map((_, index) => `begins_with(pk, :p${index})`).join(' OR ')})`,
    ExpressionAttributeValues: {
      ':record': 'record',
      ...Object.fromEntries(backfills.map(({ prefix }, index) => [`:p${index}`, prefix])),
    },
    Select: 'SPECIFIC_ATTRIBUTES',
    ...(from && { ExclusiveStartKey: from }),
  });
  await mapWithConcurrency(v.parse(Keys, items), MAX_CONCURRENT, async ({ pk }) => {
    const matching = backfills.find(({ prefix }) => pk.startsWith(prefix));
    await matching?.enter(Number(pk.slice(matching.prefix.length)));
  });
  const start = v.parse(Start, last);
  return { start, done: start === null };
}
