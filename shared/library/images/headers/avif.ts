import { avifSize } from '../../media/image-size.ts';
import { damagedImage, type Header } from './header.ts';
import { readLatin1 } from '../../media/latin1.ts';

interface Box {
  type: string;
  from: number;
  to: number;
}

/** Boxes with other boxes inside, and how many bytes (version and flags) precede these. */
const INSIDE: Readonly<Record<string, number>> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
};
const MAX_BOXES = 5_000;
/** Measured: 16-bit planes, reference frames and the converted colours. */
const BYTES_PER_PIXEL = 18;

/**
 * The largest of the declared sizes, because a grid is larger than its tiles. Decoders refuse to decode more than they declare. Image
 * sequences declare a number of samples.
 */
export function avifHeader(bytes: Buffer): Header {
  let [width, height, frames] = [0, 0, 1];
  for (const { type, from } of boxes(bytes)) {
    if (type === 'ispe') {
      const [wide, high] = avifSize(bytes, from);
      if (wide * high > width * height) [width, height] = [wide, high];
    } else if (type === 'stsz') frames = Math.max(frames, bytes.readUInt32BE(from + 8));
  }
  return { width, height, frames, memory: BYTES_PER_PIXEL * width * height };
}

/** Lists all boxes; a box comes before those inside it. */
function boxes(bytes: Buffer): Box[] {
  const found: Box[] = [];
  const spans = [{ from: 0, to: bytes.length }];
  for (let span = spans.pop(); span; span = spans.pop()) {
    for (let at = span.from; at + 8 <= span.to; at = found.at(-1)?.to ?? span.to) {
      const box = boxAt(bytes, at, span.to);
      found.push(box);
      if (found.length > MAX_BOXES) throw damagedImage('it has too many parts');
      const inside = INSIDE[box.type];
      if (inside !== undefined) spans.push({ from: box.from + inside, to: box.to });
    }
  }
  return found;
}

/** A length of 1 means that the length follows the type in 8 bytes; 0 means up to the end. */
function boxAt(bytes: Buffer, at: number, end: number): Box {
  const short = bytes.readUInt32BE(at);
  const head = short === 1 ? 16 : 8;
  const length = short === 0 ? end - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
  if (length < head) throw damagedImage('its parts are not in order');
  if (at + length > end) throw damagedImage('it is cut off');
  return { type: readLatin1(bytes, at + 4, 4), from: at + head, to: at + length };
}
