import { gifSize } from '../../media/image-size.ts';
import { damagedImage, type Header } from './header.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;

/** Walks the blocks and counts frames. The canvas includes frames that reach beyond it, because decoders differ there. */
export function gifHeader(bytes: Buffer): Header {
  let [width, height] = gifSize(bytes);
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
  if (frames === 0) throw damagedImage('there is no picture in it');
  // The canvas in colour, a saved copy of it, and the colour indices.
  return { width, height, frames, memory: 5 * width * height };
}

/** Size in bytes of the colour table that the flags announce. */
function colours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Skips sub-blocks, each with its length, up to the empty one. */
function endOfData(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
  return at + 1;
}
