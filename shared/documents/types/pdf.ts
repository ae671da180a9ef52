import type { Source } from './source.ts';
import { endRecordIn, zipTailOf } from './zip-directory.ts';

/** The standard wants the version at the beginning; some writers put a byte order mark or an empty line before it. */
const HEADER = /^(?:\xef\xbb\xbf)?[\s\0]{0,32}%PDF-[12]\.\d/;

/** Whether the file claims to be a PDF. Browsers don't take such a file for a page. */
export function beginsAsPdf(head: Buffer): boolean {
  return HEADER.test(head.toString('latin1'));
}

/**
 * Whether the file is a complete PDF and not an archive too. Archives are read from their end, so a file that ends exactly with a ZIP's end
 * record is both. An archive attached in the document is followed by the document's own end, and is allowed.
 */
export async function endsAsPdf(source: Source): Promise<boolean> {
  const tail = await zipTailOf(source);
  return tail.includes('%%EOF') && endRecordIn(tail) < 0;
}
