import { webpSize, type Size } from '../../media/image-size.ts';
import { ascii, damagedImage, type Header } from './header.ts';

/** Walks the chunks: takes the canvas of an extended file, or the size in the only picture's header. */
export function webpHeader(bytes: Buffer): Header {
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
    yield { type: ascii(bytes, from, 4), at: from + 8 };
    from += 8 + length + (length % 2);
  }
}
