import { bytesAt, readTail, type Source } from './source.ts';

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

/**
 * The directory of a ZIP file (APPNOTE 4.3), which is at its end. Nothing is decompressed, because the names are enough to determine the
 * type.
 */
const END_RECORD_BYTES = 22;
const MAX_COMMENT_LENGTH = 0xffff;
const END_64_BYTES = 56;
const LOCATOR_64_BYTES = 20;
const HEADER_BYTES = 46;
/** The classic form's maximum. The 64-bit form is read too, because some writers always use it. */
const MAX_ENTRIES = 0xffff;
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

const SIGNATURE = { entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };

/** An entry of an archive's directory. */
interface ZipEntry {
  name: string;
  /** Where the file begins in the archive. */
  offset: number;
}

interface Place {
  entries: number;
  size: number;
  offset: number;
}

/** Finds the end record, after which only its comment follows. @returns -1 when the file doesn't end like a ZIP */
export function endRecordIn(tail: Buffer): number {
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at--) {
    const fits =
      tail.readUInt32LE(at) === SIGNATURE.end &&
      tail.readUInt16LE(at + 20) === tail.length - at - END_RECORD_BYTES;
    if (fits) return at;
  }
  return -1;
}

/** The part of the file that contains the end record. */
export function readZipTail(source: Source): Promise<Buffer> {
  return readTail(source, LOCATOR_64_BYTES + END_RECORD_BYTES + MAX_COMMENT_LENGTH);
}

/** @returns undefined when the directory is incomplete or too large */
async function zipEntries(source: Source): Promise<ZipEntry[] | undefined> {
  const tail = await readZipTail(source);
  const at = endRecordIn(tail);
  if (at < 0) return undefined;
  const place = await readPlace(source, tail, at);
  if (!place || place.entries > MAX_ENTRIES || place.size > MAX_DIRECTORY_BYTES) return undefined;
  return entriesIn(await bytesAt(source, place.offset, place.size), place);
}

async function readPlace(source: Source, tail: Buffer, at: number): Promise<Place | undefined> {
  const place = {
    entries: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  const isWide = place.entries === 0xffff || place.size === 0xffffffff || place.offset === 0xffffffff;
  if (!isWide) return place;
  const locator = tail.subarray(Math.max(0, at - LOCATOR_64_BYTES), at);
  if (locator.length < LOCATOR_64_BYTES || locator.readUInt32LE() !== SIGNATURE.locator64) return place;
  const end = await bytesAt(source, Number(locator.readBigUInt64LE(8)), END_64_BYTES);
  if (end.length < END_64_BYTES || end.readUInt32LE() !== SIGNATURE.end64) return undefined;
  return {
    entries: Number(end.readBigUInt64LE(32)),
    size: Number(end.readBigUInt64LE(40)),
    offset: Number(end.readBigUInt64LE(48)),
  };
}

/** Checks that the number and size of the entries are as declared. */
function entriesIn(directory: Buffer, { entries, size }: Place): ZipEntry[] | undefined {
  const found: ZipEntry[] = [];
  let at = 0;
  while (found.length < entries && at + HEADER_BYTES <= directory.length) {
    if (directory.readUInt32LE(at) !== SIGNATURE.entry) return undefined;
    const nameEnd = at + HEADER_BYTES + directory.readUInt16LE(at + 28);
    const offset = directory.readUInt32LE(at + 42);
    found.push({ name: directory.toString('latin1', at + HEADER_BYTES, nameEnd), offset });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return found.length === entries && at === size && at <= directory.length ? found : undefined;
}
