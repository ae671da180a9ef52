import { crc32c, unmask } from './crc32c.ts';
import { DamagedFile } from './damage.ts';

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;
const FULL = 1;
const FIRST = 2;
const MIDDLE = 3;
const LAST = 4;

interface Fragment {
  type: number;
  data: Buffer;
  end: number;
}

export interface LogFile {
  records: Buffer[];
  /** Whether bytes follow the last whole record: a crash interrupted the last write, or the file's end was cut or changed. */
  hasTornEnd: boolean;
}

/**
 * Reads the records of a log or manifest of LevelDB. A record is one fragment, or several in successive blocks.
 * @throws DamagedFile when a whole record follows a damaged one, which no interrupted write leaves
 */
export function readLogFile(file: string, bytes: Buffer): LogFile {
  const records: Buffer[] = [];
  let parts: Buffer[] = [];
  let at = 0;
  for (let next = readFragment(bytes, at); next; next = readFragment(bytes, at)) {
    const { type, data, end } = next;
    if ((type === FULL || type === FIRST) !== (parts.length === 0)) break;
    parts.push(data);
    at = end;
    if (type === FIRST || type === MIDDLE) continue;
    records.push(Buffer.concat(parts));
    parts = [];
  }
  if (parts.length === 0 && isZero(bytes.subarray(at))) return { records, hasTornEnd: false };
  if (hasFragmentBehind(bytes, at)) throw new DamagedFile(file, `has a wrong checksum near byte ${at}`);
  return { records, hasTornEnd: true };
}

/** @returns undefined at the end, or where no whole fragment is */
function readFragment(bytes: Buffer, from: number): Fragment | undefined {
  const left = BLOCK_BYTES - (from % BLOCK_BYTES);
  const at = left < HEADER_BYTES ? from + left : from;
  if (at + HEADER_BYTES > bytes.length) return undefined;
  const start = at + HEADER_BYTES;
  const end = start + bytes.readUInt16LE(at + 4);
  const type = bytes.readUInt8(at + 6);
  const fits = end <= bytes.length && end - at + (at % BLOCK_BYTES) <= BLOCK_BYTES;
  if (type < FULL || type > LAST || !fits) return undefined;
  const isIntact = crc32c(bytes.subarray(at + 6, end)) === unmask(bytes.readUInt32LE(at));
  return isIntact ? { type, data: bytes.subarray(start, end), end } : undefined;
}

function isZero(bytes: Buffer): boolean {
  return bytes.every(byte => byte === 0);
}

/** Whether any whole fragment begins behind a position. An interrupted write leaves none; a changed byte leaves those that follow. */
function hasFragmentBehind(bytes: Buffer, from: number): boolean {
  for (let at = from + 1; at + HEADER_BYTES <= bytes.length; at++) if (readFragment(bytes, at)) return true;
  return false;
}
