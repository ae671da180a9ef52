import * as v from 'valibot';
import type { IfMatch } from '../../platform/core/if-match.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import type { Condition } from '../../platform/store/condition.ts';
import {
  BADGE_REMOVAL,
  outboxItem,
  toItem,
  type OutboxItem,
} from '../../platform/store/outbox/outbox-item.ts';
import { Contention } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { changeRecord } from '../../platform/store/records/update-record.ts';
import { deleteRecord } from '../../platform/store/records/write-entity.ts';
import { Badges, readHead } from './record.ts';
import { updateHead } from './write.ts';

/**
 * After the deletion of a badge an outbox job removes it from all its posts of every state (posts/publishing/jobs/remove-badge-job.ts). The job
 * misses no post, although posts are written at the same time:
 *   - A post that gains a badge checks in its transaction that the badge exists (checkBadge), and puts its entry in the badge's timeline.
 *     So it either commits before the deletion and the job finds its entry, or the check fails and the badge is rejected as unknown.
 *   - The entry's position, the post's (inserted_ts, id), never changes while the post has the badge, so no post moves behind the job.
 *   - The job rewrites a post under its version: a simultaneous edit either finds the badge deleted or makes the job read the post again.
 * So the job may stop and continue anywhere, run twice, or run in parallel.
 */

export const BadgeRemoval = v.object({
  badge_id: v.number(),
  /** The last processed position. */
  after: v.optional(v.string()),
});
export type BadgeRemoval = v.InferOutput<typeof BadgeRemoval>;

/** @throws NotFound, PreconditionFailed @returns the job that removes the badge from its posts */
export async function deleteBadge(id: number, ifMatch: IfMatch): Promise<OutboxItem> {
  const read = async () => {
    const [badge, head] = await Promise.all([Badges.read(id, { consistent: true }), readHead()]);
    return { ...badge, head };
  };
  return await changeRecord({ read, ifMatch }, async ({ head, ...badge }) => {
    const job = outboxItem(BADGE_REMOVAL, { badge_id: id });
    const transaction = new Transaction();
    await deleteRecord(Badges, transaction, badge);
    transaction.put(toItem(job));
    updateHead(transaction, head, { added: -1 });
    recordWrite(transaction, 'badge', { before: badge.value, after: null });
    await transaction.commit();
    Badges.forget(id);
    return job;
  });
}

const isThere: Condition = {
  expression: 'attribute_exists(pk)',
  otherwise: () => new Contention('A badge was deleted at the same time'),
};

/** Checks, in a post's transaction, that a badge that the post gains still exists. */
export function checkBadge(transaction: Transaction, id: number): void {
  transaction.check(Badges.key(id), isThere);
}
