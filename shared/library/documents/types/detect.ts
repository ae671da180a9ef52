import { shorten } from '../../../platform/core/text-length.ts';
import { isDocumentType, mayBeDeclared, type DocumentType } from './kinds.ts';
import { OLE_SIGNATURE, oleType } from './ole.ts';
import { bytesAt, type Source } from './source.ts';
import { textType } from './text.ts';
import { endRecordIn, readZipTail, zipType } from './zip.ts';

/** The standard wants the version at the beginning; some writers put a byte order mark or an empty line before it. */
const HEADER = /^(?:\xef\xbb\xbf)?[\s\0]{0,32}%PDF-[12]\.\d/;

/** Whether the file claims to be a PDF. Browsers don't take such a file for a page. */
function beginsAsPdf(head: Buffer): boolean {
  return HEADER.test(head.toString('latin1'));
}

/**
 * Whether the file is a complete PDF and not an archive too. Archives are read from their end, so a file that ends exactly with a ZIP's end
 * record is both. An archive attached in the document is followed by the document's own end, and is allowed.
 */
async function endsAsPdf(source: Source): Promise<boolean> {
  const tail = await readZipTail(source);
  return tail.includes('%%EOF') && endRecordIn(tail) < 0;
}

const HEAD_BYTES = 64;
const MAX_SHOWN_LENGTH = 100;

/** The client's file name (may be empty) and declared type. */
export interface Named {
  filename: string;
  contentType: string | null;
}

export type Detection = { type: DocumentType } | { fault: string };

/**
 * Determines a document's type from its content, and checks it against the file name, the types that the site accepts, and the declared
 * type. The fault completes the sentence "<field>: …".
 */
export async function detectDocumentType(
  source: Source,
  named: Named,
  allowed: readonly string[],
): Promise<Detection> {
  const detection = await (named.filename === ''
    ? detectNameless(source, named)
    : detectNamed(source, named, allowed));
  if ('fault' in detection) return detection;
  const { type } = detection;
  if (!allowed.includes(type)) return { fault: `is ${type}, which is not accepted here` };
  return mayBeDeclared(type, named.contentType)
    ? detection
    : { fault: `is ${type}, but was sent as ${shorten(named.contentType ?? '', MAX_SHOWN_LENGTH)}` };
}

async function detectNamed(
  source: Source,
  { filename }: Named,
  allowed: readonly string[],
): Promise<Detection> {
  const extension = parseExtension(filename);
  if (!isDocumentType(extension) || !allowed.includes(extension))
    return { fault: `its name must end with one of ${allowed.map(type => `.${type}`).join(', ')}` };
  const type = await detectType(source, extension);
  // Any other text counts as CSV: to name that type would not help somebody who sent a broken file of another one.
  if (type === undefined || (type === 'csv' && extension !== 'csv'))
    return { fault: `is not a complete ${extension} file, although its name says so` };
  return type === extension ? { type } : { fault: `is ${type} by its content, but named .${extension}` };
}

async function detectNameless(source: Source, { contentType }: Named): Promise<Detection> {
  const type = await detectType(source, /\bjson\b/i.test(contentType ?? '') ? 'json' : '');
  return type === undefined ? { fault: 'is no document of a known type' } : { type };
}

/** In lower case and without the dot; empty when the name has none. */
function parseExtension(filename: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/** The type by content; `expected` decides only where a text can be of two types. */
async function detectType(source: Source, expected: string): Promise<DocumentType | undefined> {
  const head = await bytesAt(source, 0, HEAD_BYTES);
  if (beginsAsPdf(head)) return (await endsAsPdf(source)) ? 'pdf' : undefined;
  if (isZip(head)) return await zipType(source);
  if (head.subarray(0, OLE_SIGNATURE.length).equals(OLE_SIGNATURE)) return await oleType(source);
  return await textType(source, expected);
}

/** The file begins with a local file header or, when the archive is empty, with the end record. */
function isZip(head: Buffer): boolean {
  return /^PK(?:\x03\x04|\x05\x06)/.test(head.toString('latin1', 0, 4));
}
