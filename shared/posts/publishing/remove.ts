import { nowTs } from '../../platform/core/clock.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Family } from '../record/access.ts';
import { UNREAD_PARTS } from '../record/post.ts';
import { readRecord } from '../record/read.ts';
import { readStagedRecord } from '../staged/read.ts';
import { changePost } from './change.ts';
import { leaveNoneStaged } from './drop-staged.ts';
import { REMOVE, requireAllowed } from './lifecycle.ts';

/**
 * Takes a post out of every list; it stays restorable. What is staged for it is dropped. @throws NotFound, Forbidden, PreconditionFailed
 */
export async function removePost(
  id: number,
  family: Family,
  caller: Caller,
  ifMatch: IfMatch,
): Promise<void> {
  const transition = REMOVE[family];
  await changePost({
    transition,
    caller,
    check: requireAllowed(transition, caller, ifMatch),
    read: async () => {
      const [record, staged] = await Promise.all([readRecord(id), readStagedRecord(id)]);
      return { ...UNREAD_PARTS, ...record, staged };
    },
    compose: ({ value }) => ({ next: transition.apply(value, nowTs()) }),
    also: (transaction, { staged }) => leaveNoneStaged(transaction, id, staged),
  });
}
