import { uncompress } from 'snappyjs';
import { toReason } from '../../../core/command.ts';
import { Bytes } from './bytes.ts';
import { crc32c, unmask } from './crc32c.ts';
import { DamagedFile } from './damage.ts';

const FOOTER_BYTES = 48;
const MAGIC = 0xdb4775248b80fb57n;
/** The byte behind a compressed block. */
const SNAPPY = 1;

/** Checks the checksum of each block of a table file, which LevelDB itself does not when it reads. @throws DamagedFile */
export function checkTableFile(file: string, bytes: Buffer): void {
  try {
    const footer = bytes.subarray(bytes.length - FOOTER_BYTES);
    if (footer.readBigUInt64LE(FOOTER_BYTES - 8) !== MAGIC) throw new RangeError('its footer is none');
    const handles = new Bytes(footer);
    for (const index of [handles, handles].map(readHandle))
      for (const handle of readIndex(readBlock(bytes, index))) checkBlock(bytes, handle);
  } catch (error) {
    throw new DamagedFile(file, `is damaged: ${toReason(error)}`);
  }
}

interface Handle {
  start: number;
  size: number;
}

function readHandle(bytes: Bytes): Handle {
  return { start: bytes.readVarint(), size: bytes.readVarint() };
}

/** The blocks that an index names as values. Its entries end where the positions of its restarts begin. */
function readIndex(block: Buffer): Handle[] {
  const restarts = block.readUInt32LE(block.length - 4);
  const entries = new Bytes(block.subarray(0, block.length - 4 - restarts * 4));
  const handles: Handle[] = [];
  while (!entries.isAtEnd) {
    // The key begins like the one before it; only the rest is stored.
    entries.readVarint();
    const keyBytes = entries.readVarint();
    const valueBytes = entries.readVarint();
    entries.skip(keyBytes);
    handles.push(readHandle(new Bytes(entries.skip(valueBytes))));
  }
  return handles;
}

function readBlock(bytes: Buffer, handle: Handle): Buffer {
  checkBlock(bytes, handle);
  const { start, size } = handle;
  const block = bytes.subarray(start, start + size);
  return bytes.readUInt8(start + size) === SNAPPY ? Buffer.from(uncompress(block)) : block;
}

/** A block's last byte says how it is compressed; the checksum of both follows. */
function checkBlock(bytes: Buffer, { start, size }: Handle): void {
  const end = start + size + 1;
  if (crc32c(bytes.subarray(start, end)) !== unmask(bytes.readUInt32LE(end)))
    throw new RangeError(`the block at byte ${start} has a wrong checksum`);
}
