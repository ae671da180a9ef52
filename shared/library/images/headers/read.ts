import { webpSize, gifSize, type Size } from '../../media/image-size.ts';
import type { ImageFormat } from '../../media/kinds.ts';
import { avifHeader } from './avif.ts';
import { damagedImage, type Header } from './header.ts';
import { jpegHeader } from './jpeg.ts';
import { pngHeader } from './png.ts';
import { readLatin1 } from '../../media/latin1.ts';

const READERS: Readonly<Record<ImageFormat, (bytes: Buffer) => Header>> = {
  jpeg: jpegHeader,
  png: pngHeader,
  gif: gifHeader,
  webp: webpHeader,
  avif: avifHeader,
};

/**
 * Reads a file's header. Lengths in a file may be wrong: reading beyond its end throws, which means that the file is incomplete.
 * @throws UnprocessableImage
 */
export function readHeader(format: ImageFormat, bytes: Buffer): Header {
  try {
    return READERS[format](bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damagedImage('it is cut off', error);
    throw error;
  }
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;

/** Walks the blocks and counts frames. The canvas includes frames that reach beyond it, because decoders differ there. */
function gifHeader(bytes: Buffer): Header {
  let [width, height] = gifSize(bytes);
  let frames = 0;
  let at = 13 + colours(bytes.readUInt8(10));
  while (at < bytes.length) {
    const block = bytes.readUInt8(at);
    if (block === EXTENSION) at = findDataEnd(bytes, at + 2);
    else if (block === IMAGE) {
      frames += 1;
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = findDataEnd(bytes, at + 11 + colours(bytes.readUInt8(at + 9)));
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
function findDataEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length;
  return at + 1;
}

/** Walks the chunks: takes the canvas of an extended file, or the size in the only picture's header. */
function webpHeader(bytes: Buffer): Header {
  let canvas: Size | undefined;
  let picture: Size | undefined;
  let frames = 0;
  let isLossy = true;
  for (const { type, at } of chunks(bytes)) {
    if (type === 'VP8X') canvas ??= webpSize(bytes, type, at);
    else if (type === 'ANMF') frames += 1;
    else picture ??= webpSize(bytes, type, at);
    if (type === 'VP8L') isLossy = false;
  }
  const size = canvas ?? picture;
  if (size === undefined || (picture === undefined && frames === 0))
    throw damagedImage('there is no picture in it');
  const [width, height] = size;
  // Plain lossy pictures are decoded row by row, others whole, and animations with the previous frame's canvas.
  const memory = width * height * (frames > 0 ? 8 : isLossy ? 0 : 4);
  return { width, height, frames: Math.max(frames, 1), memory };
}

function* chunks(bytes: Buffer): Generator<{ type: string; at: number }> {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw damagedImage('it is cut off');
  let from = 12;
  while (from + 8 <= end) {
    const length = bytes.readUInt32LE(from + 4);
    if (from + 8 + length > end) throw damagedImage('it is cut off');
    yield { type: readLatin1(bytes, from, 4), at: from + 8 };
    from += 8 + length + (length % 2);
  }
}
