import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { Contention, retryContended } from './retry.ts';
import { getItem, type Key } from './table.ts';
import { entryKey } from './timeline.ts';
import { Transaction } from './transaction.ts';

/**
 * That an author likes a post, or follows a section: an item, and an entry in the timeline of those who do, of the same
 * created_ts; where they are counted, a counter. All are written in one transaction under the condition that the item is not
 * there (when made) or is the very one that was read (when ended). So
 *   - a crash leaves all of it or nothing, and item, entry and count always agree;
 *   - of two that make it at once one commits, and the other finds it made: nothing changes;
 *   - making and ending at once come one after the other, in either order.
 * What the relation is about is looked at before, not in the transaction: thousands may like one post, and each check would
 * keep its editors waiting. A like that comes as the post is removed is out of sight with it.
 */
export interface Relation {
  key: Key;
  /** The timeline that has it, and the id of its entry there. */
  timeline: string;
  id: number;
  counter?: Key;
}

const Stored = v.object({ created_ts: v.number() });

/** Makes a relation; one that is there stays as it is. */
export async function relate({ key, timeline, id, counter }: Relation, now = nowTs()): Promise<void> {
  const there = new Error('The relation is there already');
  const absent = { expression: 'attribute_not_exists(pk)', otherwise: () => there };
  await retryContended(async () => {
    const transaction = new Transaction().put({ ...key, created_ts: now }, absent);
    transaction.put(entryKey({ timeline, ts: now, id }));
    if (counter) transaction.add(counter, 1);
    await transaction.commit().catch((error: unknown) => {
      if (error !== there) throw error;
    });
  });
}

/** Ends a relation, if it is there. */
export async function unrelate({ key, timeline, id, counter }: Relation): Promise<void> {
  await retryContended(async () => {
    const item = await getItem(key, true);
    if (!item) return;
    const ts = v.parse(Stored, item).created_ts;
    const transaction = new Transaction().delete(key, {
      expression: 'created_ts = :ts',
      values: { ':ts': ts },
      otherwise: () => new Contention('The relation has changed since it was read'),
    });
    transaction.delete(entryKey({ timeline, ts, id }));
    if (counter) transaction.add(counter, -1);
    await transaction.commit();
  });
}
