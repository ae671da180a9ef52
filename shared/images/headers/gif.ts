import { damaged, type Header } from './header.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;

/** Walks the blocks and counts frames. The canvas grows to the frames that reach beyond it: decoders differ there. */
export function gifHeader(bytes: Buffer): Header {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let frames = 0;
  let at = 13 + colours(bytes.readUInt8(10));
  while (at < bytes.length) {
    const block = bytes.readUInt8(at);
    if (block === EXTENSION) at = endOfData(bytes, at + 2);
    else if (block === IMAGE) {
      frames += 1;
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = endOfData(bytes, at + 11 + colours(bytes.readUInt8(at + 9)));
    } else break;
  }
  if (frames === 0) throw damaged('there is no picture in it');
  // The canvas in colours, one kept to go back to, and the indices.
  return { width, height, frames, memory: 5 * width * height };
}

/** Bytes of a colour table, by the flags that announce it. */
function colours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Data comes in pieces, each with its length, until one of length 0. */
function endOfData(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
  return at + 1;
}
