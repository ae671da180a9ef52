import { ascii, damaged, type Header } from './header.ts';

interface Box {
  type: string;
  from: number;
  to: number;
}

/** What a box holds before other boxes: version and flags, or nothing. */
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
/** Measured: planes in 16 bits, those that frames refer to, and colours. */
const BYTES_PER_PIXEL = 18;

/**
 * The largest of the sizes that the file declares for a picture in it: a grid is larger than its tiles. A decoder takes them for the
 * limit of what it decodes. Image sequences count their samples.
 */
export function avifHeader(bytes: Buffer): Header {
  let [width, height, frames] = [0, 0, 1];
  for (const { type, from } of boxes(bytes)) {
    if (type === 'ispe') {
      const [wide, high] = [bytes.readUInt32BE(from + 4), bytes.readUInt32BE(from + 8)];
      if (wide * high > width * height) [width, height] = [wide, high];
    } else if (type === 'stsz') frames = Math.max(frames, bytes.readUInt32BE(from + 8));
  }
  return { width, height, frames, memory: BYTES_PER_PIXEL * width * height };
}

/** All boxes, those inside others after them. */
function boxes(bytes: Buffer): Box[] {
  const found: Box[] = [];
  const spans = [{ from: 0, to: bytes.length }];
  for (let span = spans.pop(); span; span = spans.pop()) {
    for (let at = span.from; at + 8 <= span.to; at = found.at(-1)?.to ?? span.to) {
      const box = boxAt(bytes, at, span.to);
      found.push(box);
      if (found.length > MAX_BOXES) throw damaged('it has too many parts');
      const inside = INSIDE[box.type];
      if (inside !== undefined) spans.push({ from: box.from + inside, to: box.to });
    }
  }
  return found;
}

/** A length of 1 is told in 8 bytes after the type; one of 0 reaches to the end. */
function boxAt(bytes: Buffer, at: number, end: number): Box {
  const short = bytes.readUInt32BE(at);
  const head = short === 1 ? 16 : 8;
  const length = short === 0 ? end - at : short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
  if (length < head) throw damaged('its parts are not in order');
  if (at + length > end) throw damaged('it is cut off');
  return { type: ascii(bytes, at + 4, 4), from: at + head, to: at + length };
}
