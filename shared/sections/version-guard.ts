import { Contention } from '../store/retry.ts';
import type { Key } from '../store/table.ts';
import type { Condition, Transaction } from '../store/transaction.ts';

/**
 * What keeps automatic membership exact while sections and posts are written at the same time.
 *
 * A post's sections are computed from the sections' tags as they were at some `rev`. Every section write moves all fences to
 * its new rev; every post write checks, in its own transaction, that one fence still shows the rev it computed from. So for any
 * section write W and post write P either P committed before W, and then W's re-assignment job finds P's entries; or P failed
 * its check and computes again from the sections after W. There is no third order.
 *
 * 32 fences rather than one: two transactions that touch one item at the same time conflict, and posts are written side by side.
 */
const FENCES = 32;

function fenceKey(number: number): Key {
  return { pk: `FENCE#${number}`, sk: 'fence' };
}

export function moveFences(transaction: Transaction, rev: number): void {
  for (let number = 0; number < FENCES; number++) transaction.put({ ...fenceKey(number), rev });
}

/** `onMoved` is told when the check fails, so that the next attempt reads the sections again. */
export function checkFence(transaction: Transaction, postId: number, rev: number, onMoved: () => void): void {
  transaction.check(fenceKey(postId % FENCES), {
    ...isAt(rev),
    otherwise: () => {
      onMoved();
      return new Contention('A section has changed meanwhile');
    },
  });
}

function isAt(rev: number): Omit<Condition, 'otherwise'> {
  return rev === 0
    ? { expression: 'attribute_not_exists(pk)' }
    : { expression: 'rev = :rev', values: { ':rev': rev } };
}
