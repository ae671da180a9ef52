import type { FeedItem } from './items.ts';

/**
 * Selects the newest items that fit together. An item whose text no longer fits keeps only its summary.
 * @param countBytes may overestimate
 */
export function selectFitting(
  items: readonly FeedItem[],
  countBytes: (item: FeedItem) => number,
  maxBytes: number,
): FeedItem[] {
  let room = maxBytes;
  const fitting: FeedItem[] = [];
  for (const item of items) {
    const forms = [item, { ...item, html: undefined }].map(form => ({ form, bytes: countBytes(form) }));
    const shown = forms.find(({ bytes }) => bytes <= room);
    if (!shown) break;
    room -= shown.bytes;
    fitting.push(shown.form);
  }
  return fitting;
}
