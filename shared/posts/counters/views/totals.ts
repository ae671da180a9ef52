import * as v from 'valibot';
import { viewsKey } from '../../record/record.ts';
import { PART_PREFIX } from '../../../platform/store/counter.ts';
import { getItems, keyText } from '../../../platform/store/table.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import { updateIf } from '../../../platform/store/update.ts';
import { bucketKey, deferredName, pendingKey, SHARDS, type Deferred } from './record.ts';

/**
 * The total of a hot post (totals.md). Its item POST#<post> / views takes a thousand writes a second and is read with each list, so
 * the views of a hot post do not reach it one by one:
 *
 *   bucket of the hour    deferred                   views that were not added to the total
 *   total                 count                      views that were added one by one, and those of folded hours
 *                         part#<hour>#<shard>        the bucket's `deferred` as it was last published
 *                         folded                     the last hour whose deferred views are in `count`
 *
 * The total is the sum of `count` and the parts (readCount), so a list still reads one item. Publishing sets a part to a larger number and
 * never to a smaller one. Therefore any process may publish at any time, also repeatedly or late: a total never falls, nothing is
 * counted twice, and what a crash left out is in the next publication.
 * A process marks the post (VIEWS / deferred#<hour>#<post>) before it defers the hour's first view. Each minute the sweep publishes
 * the buckets of marked posts, because the last views of a burst may be followed by no other. Some minutes after the hour, when its
 * buckets never change again, the sweep folds them: one conditional update adds their sum to `count` and removes the parts. The
 * condition makes it happen once. A crash before the mark is deleted leads to a second attempt, which the condition refuses. Hours are
 * folded in their order, because a later one in `folded` refuses the earlier one.
 */
function partName(hour: number, shard: number): string {
  return `${PART_PREFIX}${hour}#${shard}`;
}

/** True of a total that exists (that of a purged post must not be created again) and in which the hour is not folded. */
const IS_OPEN = 'attribute_exists(#count) AND (attribute_not_exists(folded) OR folded < :hour)';

/** Shows the deferred views of a bucket in the total, unless the total has a later number already. */
export async function publishDeferred(
  { postId, hour }: Deferred,
  shard: number,
  deferred: number,
): Promise<void> {
  const isLess = {
    expression: `${IS_OPEN} AND (attribute_not_exists(#part) OR #part < :deferred)`,
    names: { '#count': 'count' },
    values: { ':hour': hour },
  };
  await updateIf(isLess, viewsKey(postId), {
    UpdateExpression: 'SET #part = :deferred',
    ExpressionAttributeNames: { '#part': partName(hour, shard) },
    ExpressionAttributeValues: { ':deferred': deferred },
  });
}

/** Moves the deferred views of an hour, which is over, into the count. `deferred`: by shard. */
async function foldDeferred({ postId, hour }: Deferred, deferred: readonly number[]): Promise<void> {
  const parts = deferred.map((_, shard) => [`#part${shard}`, partName(hour, shard)] as const);
  await updateIf({ expression: IS_OPEN }, viewsKey(postId), {
    UpdateExpression: `ADD #count :sum SET folded = :hour REMOVE ${parts.map(([name]) => name).join(', ')}`,
    ExpressionAttributeNames: { '#count': 'count', ...Object.fromEntries(parts) },
    ExpressionAttributeValues: {
      ':hour': hour,
      ':sum': deferred.reduce((sum, number) => sum + number, 0),
    },
  });
}

const Bucket = v.object({ deferred: v.optional(v.number(), 0) });

/** Reads a post's deferred views of an hour by shard. */
async function readDeferred({ postId, hour }: Deferred): Promise<number[]> {
  const keys = Array.from({ length: SHARDS }, (_, shard) => bucketKey(hour, shard, postId));
  const items = await getItems(keys, { consistent: true });
  return keys.map(key => v.parse(Bucket, items.get(keyText(key)) ?? {}).deferred);
}

/** Publishes the deferred views of hot posts, and folds those of hours that are over. */
export async function settleTotals(
  all: readonly Deferred[],
  isOver: (hour: number) => boolean,
): Promise<void> {
  for (const pending of [...all].sort((a, b) => a.hour - b.hour)) {
    const deferred = await readDeferred(pending);
    if (isOver(pending.hour)) {
      await foldDeferred(pending, deferred);
      await new Transaction().delete(pendingKey(deferredName(pending))).commit();
    } else await Promise.all(deferred.map((number, shard) => publishDeferred(pending, shard, number)));
  }
}
