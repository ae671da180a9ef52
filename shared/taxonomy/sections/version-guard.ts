import { createHash } from 'node:crypto';
import type { Condition } from '../../platform/store/condition.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { Contention, pause } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import type { SectionRecord } from './record.ts';

/**
 * Keeps automatic membership exact while sections and posts are written at the same time (version-guard.md).
 *
 * A post's sections are computed from the sections at some `rev`. After a section write has committed its rev, it raises all guard
 * items to it, and only then its re-assignment job looks for posts. Every post write checks, in its own transaction, that one guard
 * item is not above the rev that it computed from. So for any section write W and post write P, either P commits before W raises P's
 * guard item, and W's job finds P's entries; or P fails its check unless it was computed from sections with W. There is no third order.
 *
 * One guard item would make writes of different posts conflict: transactions that touch one item at the same time do.
 */
const GUARD_ITEMS = 32;
const NUMBERS = Array.from({ length: GUARD_ITEMS }, (_, number) => number);
/** Amounts to some seconds for an item that other transactions hold each time. */
const MAX_ATTEMPTS = 15;

/** The stored words are an older name of the guard; renaming them would disable the checks of functions still running. */
export const guardKey = itemKey('FENCE#<number>', 'fence', 'version guard of the sections');

export const sectionsGuard = {
  /** Raises all guard items to at least `rev`. @throws Contention when some stay in conflict with other transactions */
  async raise(rev: number): Promise<void> {
    await raiseItems(NUMBERS, rev);
  },

  /**
   * Makes the transaction that writes a post fail with Contention unless it was computed from the sections that the guard has, or newer
   * ones. `onOutdated` is called then, so that the next attempt reads the sections again.
   */
  check(transaction: Transaction, postId: number, rev: number, onOutdated: () => void): void {
    transaction.check(guardKey(postId % GUARD_ITEMS), {
      expression: 'attribute_not_exists(pk) OR rev <= :rev',
      values: { ':rev': rev },
      otherwise: () => {
        onOutdated();
        return new Contention('A section has changed since it was read');
      },
    });
  },
};

/**
 * One transaction, if no other one holds any of the items. Otherwise each half is tried on its own, down to single items, because on a
 * busy site some post is always being written.
 */
async function raiseItems(numbers: readonly number[], rev: number, attempts = 1): Promise<void> {
  const transaction = new Transaction();
  for (const number of numbers) transaction.put({ ...guardKey(number), rev }, isBelow(rev));
  const obstacles = await transaction.attempt();
  if (!obstacles) return;
  if (attempts === MAX_ATTEMPTS) throw new Contention('Other transactions hold the version guard');
  const left = numbers.filter((_, index) => !obstacles.refused.includes(index));
  if (left.length === 1) await pause(attempts);
  const middle = obstacles.held.length > 0 ? Math.ceil(left.length / 2) : left.length;
  const halves = [left.slice(0, middle), left.slice(middle)].filter(half => half.length > 0);
  await Promise.all(halves.map(half => raiseItems(half, rev, attempts + 1)));
}

/** An item that is as high already was raised for a later write, or in an earlier run of the same job. */
function isBelow(rev: number): Condition {
  return {
    expression: 'attribute_not_exists(pk) OR rev < :rev',
    values: { ':rev': rev },
    otherwise: () => new Contention('The version guard is as high already'),
  };
}

/**
 * Reveals a torn read of all sections. DynamoDB applies a committed transaction item by item, and a Query may run in between:
 *
 *   writer   … committed   head applied                         record applied
 *   reader                              head (new), record (old)
 *
 * A post computed from that would pass the version guard, which has the new rev, and the cache would keep the read for seconds. So
 * the head stores this fingerprint of the ids and versions of all records that belong to it.
 */
export function computeFingerprint(records: Iterable<Versioned<SectionRecord>>): string {
  const lines = Array.from(records, ({ value, version }) => `${value.id}:${version}`).sort();
  return createHash('sha256').update(lines.join()).digest('base64url').slice(0, 16);
}
