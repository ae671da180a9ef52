import * as v from 'valibot';
import { nowTs } from '../../core/clock.ts';
import { Contention, retryContended } from '../retry.ts';
import { getItem, type Key } from '../table.ts';
import { entryKey } from '../timeline.ts';
import { Transaction } from '../transaction.ts';

/**
 * A relation between an author and a post (like) or section (follow): an item, an entry in a timeline with the same created_ts, and
 * possibly a counter. All are written in one transaction under the condition that the item doesn't exist (when created) or is the one
 * that was read (when deleted):
 *   - a crash leaves all of it or nothing, and item, entry and count always agree;
 *   - of two simultaneous creates one commits, and the other finds the item and changes nothing;
 *   - a simultaneous create and delete run one after the other, in either order.
 * The target is read before and not checked in the transaction: with thousands of likes of one post, each check would conflict with its
 * editors. A like that commits while the post is removed is hidden with it.
 */
export interface Relation {
  key: Key;
  /** The timeline with the relation's entry, and the entry's id. */
  timeline: string;
  id: number;
  counter?: Key;
}

const Stored = v.object({ created_ts: v.number() });

/** Creates a relation; an existing one stays unchanged. */
export async function createRelation({ key, timeline, id, counter }: Relation, now = nowTs()): Promise<void> {
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

/** Deletes a relation, if it exists. */
export async function deleteRelation({ key, timeline, id, counter }: Relation): Promise<void> {
  await retryContended(async () => {
    const item = await getItem(key, { consistent: true });
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
