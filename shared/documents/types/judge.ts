import { shorten } from '../../core/summary.ts';
import { isDocumentType, mayBeDeclared, type DocumentType } from './kinds.ts';
import { OLE_SIGNATURE, oleType } from './ole.ts';
import { beginsAsPdf, endsAsPdf } from './pdf.ts';
import { bytesAt, type Source } from './source.ts';
import { textType } from './text.ts';
import { zipType } from './zip.ts';

const HEAD = 64;
const MAX_SHOWN_LENGTH = 100;

/** What a file is called, if it is (else ""), and said to be. */
export interface Named {
  filename: string;
  contentType: string | null;
}

export type Verdict = { type: DocumentType } | { fault: string };

/**
 * The type of a document: what its content is, if that is also what its name says, the site takes it, and it wasn't declared as
 * something else. The fault completes the sentence "<field>: …".
 */
export async function judgeDocument(
  source: Source,
  named: Named,
  allowed: readonly string[],
): Promise<Verdict> {
  const verdict = await (named.filename === ''
    ? judgeNameless(source, named)
    : judgeNamed(source, named, allowed));
  if ('fault' in verdict) return verdict;
  const { type } = verdict;
  if (!allowed.includes(type)) return { fault: `is ${type}, which is not accepted here` };
  return mayBeDeclared(type, named.contentType)
    ? verdict
    : { fault: `is ${type}, but was sent as ${shorten(named.contentType ?? '', MAX_SHOWN_LENGTH)}` };
}

async function judgeNamed(source: Source, { filename }: Named, allowed: readonly string[]): Promise<Verdict> {
  const extension = extensionOf(filename);
  if (!isDocumentType(extension) || !allowed.includes(extension))
    return { fault: `its name must end with one of ${allowed.map(type => `.${type}`).join(', ')}` };
  const type = await typeOf(source, extension);
  if (type === undefined) return { fault: `is no whole ${extension} file, whatever its name says` };
  return type === extension ? { type } : { fault: `is ${type} by its content, but named .${extension}` };
}

async function judgeNameless(source: Source, { contentType }: Named): Promise<Verdict> {
  const type = await typeOf(source, /\bjson\b/i.test(contentType ?? '') ? 'json' : '');
  return type === undefined ? { fault: 'is no document of a known type' } : { type };
}

/** In lower case, without the dot; "" when the name has none. */
export function extensionOf(filename: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/** By the content alone; `asked` only where a text could be of two types. */
async function typeOf(source: Source, asked: string): Promise<DocumentType | undefined> {
  const head = await bytesAt(source, 0, HEAD);
  if (beginsAsPdf(head)) return (await endsAsPdf(source)) ? 'pdf' : undefined;
  if (isZip(head)) return await zipType(source);
  if (head.subarray(0, OLE_SIGNATURE.length).equals(OLE_SIGNATURE)) return await oleType(source);
  return await textType(source, asked);
}

/** A file's header comes first, or in an empty archive the last record: nothing may stand before them. */
function isZip(head: Buffer): boolean {
  return /^PK(?:\x03\x04|\x05\x06)/.test(head.toString('latin1', 0, 4));
}
