import type { Source } from './source.ts';
import { zipEntries } from './zip-directory.ts';

/** A part's name is compared as OPC does: without regard to case; some writers begin it with a slash, or use the other one. */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

/** The main part of each kind; a number may follow its name. */
const MAIN_PARTS: readonly [RegExp, 'docx' | 'xlsx' | 'pptx'][] = [
  [/^word\/document\d*\.xml$/, 'docx'],
  [/^xl\/workbook\d*\.xml$/, 'xlsx'],
  [/^ppt\/presentation\d*\.xml$/, 'pptx'],
];
/** With macros it is another format (docm, xlsm, pptm), which the programs refuse under these names. */
const MACROS = /(?:^|\/)vbaproject\.bin$/;

/**
 * What a ZIP file is, told by the names in its directory. Office's formats are packages with a list of content types and a main
 * part; other packages (and OpenDocument, EPUB: their first file is `mimetype`) are no plain archives either.
 * @returns undefined for those, and for what is damaged
 */
export async function zipType(source: Source): Promise<'docx' | 'xlsx' | 'pptx' | 'zip' | undefined> {
  const entries = await zipEntries(source);
  if (!entries) return undefined;
  const names = new Set(entries.map(({ name }) => partName(name)));
  if (!names.has('[content_types].xml'))
    return entries.some(({ name, offset }) => name === 'mimetype' && offset === 0) ? undefined : 'zip';
  const all = [...names];
  if (all.some(name => MACROS.test(name))) return undefined;
  const types = MAIN_PARTS.filter(([part]) => all.some(name => part.test(name))).map(([, type]) => type);
  return types.length === 1 ? types[0] : undefined;
}
