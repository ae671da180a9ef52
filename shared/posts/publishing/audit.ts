import type { AuditAction } from '../../platform/store/audit/actions.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import type { PostRecord } from '../record/record.ts';

/** Adds the entry of a change of a post's state. Other changes have none, because the post's revisions say who made them. */
export function recordStateChange(
  transaction: Transaction,
  before: PostRecord | null,
  after: PostRecord,
): void {
  const action = nameAction(before, after);
  if (action) recordAction(transaction, { action, id: after.id, fields: after.made?.fields ?? [] });
}

function nameAction(before: PostRecord | null, after: PostRecord): AuditAction | null {
  if (before && before.status === after.status && before.scheduled_at === after.scheduled_at) return null;
  if (after.status === 'scheduled') return 'post.schedule';
  if (after.status === 'removed') return 'post.remove';
  if (before?.status === 'removed') return 'post.restore';
  if (after.status === 'published') return 'post.publish';
  if (before?.status === 'scheduled') return 'post.unschedule';
  return before ? 'post.unpublish' : null;
}
