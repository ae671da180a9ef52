import * as v from 'valibot';
import { itemKey } from '../../platform/store/item-key.ts';
import { getItems, keyText, type Consistency } from '../../platform/store/table.ts';
import { isNew } from '../../platform/store/condition.ts';
import type { Transaction } from '../../platform/store/transaction.ts';

/**
 * The owner of a shortcode, by which the media in a body are found:
 *   by shortcode_id   SHORTCODE#<shortcode_id> / owner   {kind, id}
 * Put and deleted in the transactions that create and delete the medium's record, so that neither exists without the other. A medium never
 * changes its shortcode_id, which has 128 random bits and therefore never collides.
 */
export const ownerKey = itemKey('SHORTCODE#<shortcode>', 'owner', 'owner of a shortcode');

export const Owner = v.object({ kind: v.picklist(['image', 'document', 'asset']), id: v.number() });
export type Owner = v.InferOutput<typeof Owner>;

/** Call it in the transaction that creates a medium's record. */
export function ownShortcode(
  transaction: Transaction,
  kind: Owner['kind'],
  { id, shortcode_id }: { id: number; shortcode_id: string },
): void {
  transaction.put({ ...ownerKey(shortcode_id), kind, id }, isNew);
}

/** Call it in the transaction that deletes the record. */
export function disownShortcode(transaction: Transaction, shortcodeId: string): void {
  transaction.delete(ownerKey(shortcodeId));
}

/** The owners by shortcode_id, with one call per hundred; shortcodes without an owner are absent. */
export async function findOwners(
  shortcodeIds: readonly string[],
  { consistent }: Consistency,
): Promise<Map<string, Owner>> {
  const items = await getItems(shortcodeIds.map(ownerKey), { consistent });
  const owners = shortcodeIds.flatMap((shortcodeId): [string, Owner][] => {
    const item = items.get(keyText(ownerKey(shortcodeId)));
    return item ? [[shortcodeId, v.parse(Owner, item)]] : [];
  });
  return new Map(owners);
}
