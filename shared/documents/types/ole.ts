import { Blocks, TooScattered } from './blocks.ts';
import { Chains } from './ole-chains.ts';
import type { Source } from './source.ts';

const ENTRY = 128;
const NAME_BYTES = 64;
const NOTHING = 0xffffffff;
const STREAM = 2;
/** A document has a dozen streams at the top; what it embeds lies deeper. */
const MAX_SIBLINGS = 500;

const MAIN_STREAMS = new Map<string, 'doc' | 'xls' | 'ppt'>([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
]);

export const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Which of the old office formats a compound file ([MS-CFB]) is: by the streams at its top. A Word document with a sheet in it has
 * a workbook as well, but further down, so the tree of the directory is followed; nothing but the directory is read.
 * @returns undefined when it is none of them, more than one, or damaged
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
    const id = next.pop() ?? NOTHING;
    if (id === NOTHING || seen.has(id)) continue;
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
  /** Siblings form a tree of their own. */
  left: number;
  right: number;
  child: number;
}

async function entryAt(chains: Chains, id: number): Promise<Entry> {
  const bytes = await chains.directoryBytes(id * ENTRY, ENTRY);
  const nameBytes = Math.min(bytes.readUInt16LE(NAME_BYTES), NAME_BYTES);
  return {
    // Its length counts the closing zero.
    name: bytes.subarray(0, Math.max(0, nameBytes - 2)).toString('utf16le'),
    type: bytes.readUInt8(66),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
  };
}
