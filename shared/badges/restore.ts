import { badgeKey } from '../media/references.ts';
import { recordItem } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { isNew } from '../store/condition.ts';
import { Transaction } from '../store/transaction.ts';
import { readHead } from './read.ts';
import type { BadgeRecord } from './record.ts';
import { updateHead } from './write.ts';

/** Restores an exported badge under its own id. */
export async function restoreBadge(badge: BadgeRecord): Promise<void> {
  await retryContended(async () => {
    const transaction = new Transaction().put(recordItem(badgeKey(badge.id), 1, badge), isNew);
    updateHead(transaction, await readHead(), { added: 1, order: badge.order });
    await transaction.commit();
  });
}
