import { nowTs } from '../../platform/core/clock.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Family } from '../record/access.ts';
import { UNREAD_PARTS } from '../record/post.ts';
import { readRecord } from '../record/read.ts';
import { changePost } from './change.ts';
import { REMOVE, requireAllowed } from './lifecycle.ts';

/** Takes a post out of every list; it stays restorable. @throws NotFound, Forbidden, PreconditionFailed */
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
    read: async () => ({ ...UNREAD_PARTS, ...(await readRecord(id)) }),
    compose: ({ value }) => ({ next: transition.apply(value, nowTs()) }),
  });
}
