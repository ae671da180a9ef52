import { hasVersion, type Condition } from '../../platform/store/condition.ts';
import { toItem } from '../../platform/store/outbox/outbox-item.ts';
import { moveBelongings } from '../../platform/store/records/write-entity.ts';
import { Contention } from '../../platform/store/retry.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import type { FoundStaged } from '../staged/read.ts';
import { StagedChanges } from '../staged/record.ts';
import { createCleanupJob } from './cleanup.ts';

/** Deletes a staged change as it was read. */
export async function dropStaged(
  transaction: Transaction,
  { value, version, item }: FoundStaged,
): Promise<void> {
  transaction.delete(StagedChanges.key(value.id), hasVersion(version));
  await moveBelongings(StagedChanges, transaction, value);
  if (item.object !== undefined) transaction.put(toItem(createCleanupJob(value.id)));
}

const isMissing: Condition = {
  expression: 'attribute_not_exists(pk)',
  otherwise: () => new Contention('A change of the post was staged'),
};

/** Leaves a post without a staged change: it deletes the one that was read, or requires that there is none. */
export async function leaveNoneStaged(
  transaction: Transaction,
  id: number,
  staged: FoundStaged | undefined,
): Promise<void> {
  if (staged) await dropStaged(transaction, staged);
  else transaction.check(StagedChanges.key(id), isMissing);
}
