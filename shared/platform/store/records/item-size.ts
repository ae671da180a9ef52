import { utf8Length } from '../../core/text-length.ts';
import type { Item } from '../table.ts';

/** The most bytes of a text, or of a part of it, in one item. DynamoDB limits an item to 400 KB, other attributes and all names included. */
export const MAX_TEXT_BYTES = 350_000;

/** Whether the document of a record is too large for an item. */
export function isRecordTooLarge({ data }: Item, maxBytes = MAX_TEXT_BYTES): boolean {
  return utf8Length(String(data)) > maxBytes;
}

/** Divides the bytes of a text into parts, each of which fits an item. */
export function splitIntoParts(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / MAX_TEXT_BYTES);
  return Array.from({ length: count }, (_, part) =>
    bytes.subarray(part * MAX_TEXT_BYTES, (part + 1) * MAX_TEXT_BYTES),
  );
}
