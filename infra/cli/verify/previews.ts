import * as v from 'valibot';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { Preview, PreviewEntry, previewKey, toPreviewItems } from '../../../shared/posts/previews/record.ts';
import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import type { Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/** DynamoDB deletes the two items of a preview that expires at different times. */
const GRACE_S = 60;

/** Compares previews with their entries in the lists of their posts. Those of earlier versions have none. */
export function comparePreviews({ items }: Facts): Disagreement[] {
  return [...items.values()].flatMap(item => {
    const key = keyIn(item);
    if (!/^PREVIEWS?#[^#]+$/.test(key.pk)) return [];
    const isEntry = key.pk.startsWith('PREVIEWS#');
    if (!v.is(isEntry ? PreviewEntry : Preview, item))
      return [{ kind: 'preview', key: toName(key), fault: 'is unreadable' }];
    if (item.expires <= nowTs() + GRACE_S) return [];
    return isEntry ? compareEntry(items, item) : comparePreview(items, item);
  });
}

/** Without its preview, an entry lists a link that doesn't work. */
function compareEntry(items: Facts['items'], item: Item): Disagreement[] {
  const preview = previewKey(v.parse(PreviewEntry, item).digest);
  if (items.has(keyText(preview))) return [];
  const repair: Disagreement['repair'] = transaction =>
    transaction.check(preview, unchanged(undefined)).delete(keyIn(item));
  return [{ kind: 'preview', key: toName(keyIn(item)), fault: 'is the entry of no preview', repair }];
}

/** Without its entry, a preview can't be found to be revoked. */
function comparePreview(items: Facts['items'], item: Item): Disagreement[] {
  const { preview_id, ...preview } = v.parse(Preview, item);
  if (preview_id === undefined) return [];
  const key = keyIn(item);
  const digest = key.pk.slice('PREVIEW#'.length);
  const [, entry] = toPreviewItems({ ...preview, preview_id, digest });
  if (!entry || items.has(keyText(keyIn(entry)))) return [];
  const repair: Disagreement['repair'] = transaction => transaction.check(key, unchanged(item)).put(entry);
  return [{ kind: 'preview', key: toName(keyIn(entry)), fault: `is missing for ${toName(key)}`, repair }];
}
