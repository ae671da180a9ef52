import type { Source } from './source.ts';
import { zipEntries } from './zip-directory.ts';

/** OPC compares part names without case; some writers put a slash first or use backslashes. */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

/** Each format's main part, whose name may end with a number. */
const MAIN_PARTS: readonly [RegExp, 'docx' | 'xlsx' | 'pptx'][] = [
  [/^word\/document\d*\.xml$/, 'docx'],
  [/^xl\/workbook\d*\.xml$/, 'xlsx'],
  [/^ppt\/presentation\d*\.xml$/, 'pptx'],
];
/** With macros it is another format (docm, xlsm, pptm), which Office refuses to open under these extensions. */
const MACROS = /(?:^|\/)vbaproject\.bin$/;

/**
 * Determines the type of a ZIP file by the names in its directory. Office formats are packages with a list of content types and a main
 * part. Other packages (also OpenDocument and EPUB, whose first file is `mimetype`) are no plain archives.
 * @returns undefined for those and for damaged files
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
