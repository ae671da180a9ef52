import * as itemKeys from './item-keys.ts';

/** The declared items that are no records, in the order of their keys. */
export const ITEM_KEYS = Object.values(itemKeys).sort((a, b) => (a.pk + a.sk < b.pk + b.sk ? -1 : 1));
