import { Blocks, TooScattered, Chains } from './ole-chains.ts';
import type { Source } from './source.ts';

const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
const NO_ENTRY = 0xffffffff;
const STREAM = 2;
/** A document has about a dozen streams at the top level; embedded objects are below. */
const MAX_SIBLINGS = 500;

const MAIN_STREAMS = new Map<string, 'doc' | 'xls' | 'ppt'>([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
]);

export const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Determines which old Office format a compound file ([MS-CFB]) has, by its top-level streams. A Word document with an embedded sheet has a
 * workbook stream too, but on a lower level; so this walks the directory's tree and reads nothing else.
 * @returns undefined for another or ambiguous format, and for damaged files
 */
export async function oleType(source: Source): Promise<'doc' | 'xls' | 'ppt' | undefined> {
  try {
    const names = await topStreams(new Blocks(source), source.size);
    const types = new Set(names.flatMap(name => MAIN_STREAMS.get(name) ?? []));
    return types.size === 1 ? [...types][0] : undefined;
  } catch (error) {
    if (error instanceof TooScattered || error instanceof RangeError) return undefined;
    throw error;
  }
}

async function topStreams(blocks: Blocks, size: number): Promise<string[]> {
  const chains = await Chains.open(blocks, size);
  const root = await entryAt(chains, 0);
  const names: string[] = [];
  const seen = new Set<number>();
  const next = [root.child];
  while (next.length > 0 && seen.size < MAX_SIBLINGS) {
    const id = next.pop() ?? NO_ENTRY;
    if (id === NO_ENTRY || seen.has(id)) continue;
    seen.add(id);
    const entry = await entryAt(chains, id);
    if (entry.type === STREAM) names.push(entry.name);
    next.push(entry.left, entry.right);
  }
  return names;
}

interface Entry {
  name: string;
  type: number;
  /** The siblings form a binary tree. */
  left: number;
  right: number;
  child: number;
}

async function entryAt(chains: Chains, id: number): Promise<Entry> {
  const bytes = await chains.directoryBytes(id * ENTRY_BYTES, ENTRY_BYTES);
  const nameBytes = Math.min(bytes.readUInt16LE(NAME_BYTES), NAME_BYTES);
  return {
    // The length includes the closing zero.
    name: bytes.subarray(0, Math.max(0, nameBytes - 2)).toString('utf16le'),
    type: bytes.readUInt8(66),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
  };
}
