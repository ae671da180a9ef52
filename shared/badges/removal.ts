import * as v from 'valibot';
import { requireMatch, type IfMatch } from '../http/match.ts';
import { badgeKey } from '../media/references.ts';
import { BADGE_REMOVAL } from '../store/job-kinds.ts';
import { outboxItem, stored, type OutboxItem } from '../store/outbox.ts';
import { Contention, retryContended } from '../store/retry.ts';
import { hasVersion, Transaction, type Condition } from '../store/transaction.ts';
import { forgetBadge, readBadge, readHead } from './read.ts';
import { moveHead } from './write.ts';

/**
 * What follows from the deletion of a badge: it is taken off every post that has it (publishing/remove-badge-job.ts), whatever the post's state.
 * Why none is missed, however posts are written meanwhile:
 *   - A post that gains a badge checks in its own transaction that the badge is there (checkBadge), and puts its entry in the
 *     badge's timeline in the same one. So it commits before the deletion, and the walk that begins after finds its entry; or
 *     the check fails, the post is composed again, and the badge is refused as one that doesn't exist.
 *   - The entry's place, the post's (inserted_ts, id), never changes while the post has the badge: no edit, publication or removal
 *     moves a post from before the walk to behind it.
 *   - A post is rewritten under its version: an edit at the same time either finds the badge gone or makes the walk read it again.
 * So the walk may be cut off and taken up again anywhere, run twice, or run beside itself.
 */

export const BadgeRemoval = v.object({
  badge_id: v.number(),
  /** How far the walk has come: the last position done. */
  after: v.optional(v.string()),
});
export type BadgeRemoval = v.InferOutput<typeof BadgeRemoval>;

/** @throws NotFound, PreconditionFailed @returns the job that takes the badge off its posts */
export async function deleteBadge(id: number, ifMatch: IfMatch): Promise<OutboxItem> {
  return await retryContended(async () => {
    const [{ version }, head] = await Promise.all([readBadge(id, true), readHead()]);
    requireMatch(ifMatch, version);
    const job = outboxItem(BADGE_REMOVAL, { badge_id: id });
    const transaction = new Transaction().delete(badgeKey(id), hasVersion(version)).put(stored(job));
    moveHead(transaction, head, { added: -1 });
    await transaction.commit();
    forgetBadge(id);
    return job;
  });
}

const isThere: Condition = {
  expression: 'attribute_exists(pk)',
  otherwise: () => new Contention('A badge was deleted meanwhile'),
};

/** For every badge that a post gains, in the post's transaction. */
export function checkBadge(transaction: Transaction, id: number): void {
  transaction.check(badgeKey(id), isThere);
}
