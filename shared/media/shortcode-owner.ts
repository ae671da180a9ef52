import * as v from 'valibot';
import { getItems, keyText, type Key } from '../store/table.ts';
import { isNew, type Transaction } from '../store/transaction.ts';

/**
 * Whose a shortcode is, so that the media of a body are found by what stands in it:
 *   by shortcode_id   SHORTCODE#<shortcode_id> / owner   {kind, id}
 * Put in the transaction that makes the medium's record and deleted in the one that deletes it; a medium keeps its shortcode_id for
 * life. So there is never one without the other, whatever crashes. The ids are 128 random bits: two media never want the same.
 */
function ownerKey(shortcodeId: string): Key {
  return { pk: `SHORTCODE#${shortcodeId}`, sk: 'owner' };
}

export const Owner = v.object({ kind: v.picklist(['image', 'document', 'asset']), id: v.number() });
export type Owner = v.InferOutput<typeof Owner>;

/** In the transaction that makes a medium's record. */
export function ownShortcode(transaction: Transaction, shortcodeId: string, owner: Owner): void {
  transaction.put({ ...ownerKey(shortcodeId), ...owner }, isNew);
}

/** In the transaction that deletes it. */
export function disownShortcode(transaction: Transaction, shortcodeId: string): void {
  transaction.delete(ownerKey(shortcodeId));
}

/** The owners of the shortcodes that have one, by shortcode_id: one call a hundred. */
export async function ownersOfShortcodes(
  shortcodeIds: readonly string[],
  consistent: boolean,
): Promise<Map<string, Owner>> {
  const items = await getItems(shortcodeIds.map(ownerKey), consistent);
  const owners = shortcodeIds.flatMap((shortcodeId): [string, Owner][] => {
    const item = items.get(keyText(ownerKey(shortcodeId)));
    return item ? [[shortcodeId, v.parse(Owner, item)]] : [];
  });
  return new Map(owners);
}
