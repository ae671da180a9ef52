import type { Source } from './source.ts';
import { endRecordIn, zipTailOf } from './zip-directory.ts';

/** The version first, as the standard wants it; writers have put a byte order mark or an empty line before it. */
const HEADER = /^(?:\xef\xbb\xbf)?[\s\0]{0,32}%PDF-[12]\.\d/;

/** Whether it claims to be a PDF. No browser takes what begins so for a page, whatever follows. */
export function beginsAsPdf(head: Buffer): boolean {
  return HEADER.test(head.toString('latin1'));
}

/**
 * Whether it is a whole PDF and nothing else. A reader of archives begins at the end, so a file that ends with a ZIP's last record,
 * to the byte, is an archive as well. One attached within the document has the document's own end behind it, and passes.
 */
export async function endsAsPdf(source: Source): Promise<boolean> {
  const tail = await zipTailOf(source);
  return tail.includes('%%EOF') && endRecordIn(tail) < 0;
}
