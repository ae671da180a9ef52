import { createHash } from 'node:crypto';
import type { Condition } from '../store/condition.ts';
import type { Versioned } from '../store/record.ts';
import { Contention } from '../store/retry.ts';
import type { Key } from '../store/table.ts';
import type { Transaction } from '../store/transaction.ts';
import type { SectionRecord } from './record.ts';

/**
 * Keeps automatic membership exact while sections and posts are written at the same time (version-guard.md).
 *
 * A post's sections are computed from the sections at some `rev`. Every section write sets all guard items to its new rev; every
 * post write checks, in its own transaction, that one guard item still has the rev that it computed from. So for any section write W
 * and post write P, either P commits before W, and W's re-assignment job finds P's entries; or P fails its check and computes again
 * from the sections after W. There is no third order.
 *
 * One guard item would make writes of different posts conflict: transactions that touch one item at the same time do.
 */
const GUARD_ITEMS = 32;

/** The stored words are an older name of the guard; renaming them would disable the checks of functions still running. */
function guardKey(number: number): Key {
  return { pk: `FENCE#${number}`, sk: 'fence' };
}

export const sectionsGuard = {
  /** Sets the guard to a new rev, in the transaction that writes a section. */
  bump(transaction: Transaction, rev: number): void {
    for (let number = 0; number < GUARD_ITEMS; number++) transaction.put({ ...guardKey(number), rev });
  },

  /**
   * Makes the transaction that writes a post fail with Contention unless the sections are at `rev`. `onOutdated` is called then, so
   * that the next attempt reads the sections again.
   */
  check(transaction: Transaction, postId: number, rev: number, onOutdated: () => void): void {
    transaction.check(guardKey(postId % GUARD_ITEMS), {
      ...isAt(rev),
      otherwise: () => {
        onOutdated();
        return new Contention('A section has changed since it was read');
      },
    });
  },
};

function isAt(rev: number): Omit<Condition, 'otherwise'> {
  return rev === 0
    ? { expression: 'attribute_not_exists(pk)' }
    : { expression: 'rev = :rev', values: { ':rev': rev } };
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
