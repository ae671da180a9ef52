import { inflateSync } from 'node:zlib';
import { UnprocessableImage } from '../../../platform/core/errors.ts';
import { pngSize } from '../../media/image-size.ts';
import { damagedImage, type Header } from './header.ts';
import { iptcResource } from './photoshop.ts';
import { readLatin1 } from '../../media/latin1.ts';

/** Without the chunks of pixels, of which a large picture has thousands. */
const MAX_CHUNKS = 2_500;
/** Limit of all decompressed texts and profiles together. */
const MAX_UNPACKED_BYTES = 8_000_000;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads all chunks but the pixels. Decompresses texts and profiles under a limit, because decoders may have none. */
export function pngHeader(bytes: Buffer): Header {
  if (readLatin1(bytes, 12, 4) !== 'IHDR') throw damagedImage('its header is not where it belongs');
  const [width, height] = pngSize(bytes);
  let declared = 1;
  let counted = 0;
  let iptc: Buffer | undefined;
  const texts = new Texts();
  for (const { type, data } of chunks(bytes)) {
    if (type === 'acTL') declared = data.readUInt32BE(0);
    else if (type === 'fcTL') counted += 1;
    else if (/^(?:iCCP|zTXt|iTXt|tEXt)$/.test(type)) {
      const text = texts.unpacked(type, data);
      if (text) iptc ??= iptcProfile(data, text);
    }
  }
  const isInterlaced = bytes.readUInt8(28) !== 0;
  const memory = isInterlaced ? wholePicture(bytes) : 0;
  return { width, height, frames: Math.max(declared, counted, 1), memory, isInterlaced, iptc };
}

function* chunks(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  let at = 8;
  for (let others = 0; ;) {
    const length = bytes.readUInt32BE(at);
    const type = readLatin1(bytes, at + 4, 4);
    if (at + 12 + length > bytes.length) throw damagedImage('it is cut off');
    if (type === 'IEND') return;
    if (type !== 'IDAT' && type !== 'fdAT' && ++others > MAX_CHUNKS)
      throw damagedImage('it has too many chunks');
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** An interlaced picture's decoder holds all pixels, because the rows come in seven passes. */
function wholePicture(bytes: Buffer): number {
  const [depth, colour] = [bytes.readUInt8(24), bytes.readUInt8(25)];
  const bytesPerPixel = (CHANNELS[colour] ?? 4) * (depth === 16 ? 2 : 1);
  const [width, height] = pngSize(bytes);
  return width * height * bytesPerPixel;
}

class Texts {
  #left = MAX_UNPACKED_BYTES;

  /** The value after the keyword; undefined when its compression is invalid, which decoders ignore. */
  unpacked(type: string, data: Buffer): Buffer | undefined {
    const keyword = data.indexOf(0) + 1;
    if (type === 'tEXt') return data.subarray(keyword);
    if (type !== 'iTXt') return this.#inflated(data.subarray(keyword + 1));
    const text = data.indexOf(0, data.indexOf(0, keyword + 2) + 1) + 1;
    return data[keyword] === 1 ? this.#inflated(data.subarray(text)) : data.subarray(text);
  }

  #inflated(data: Buffer): Buffer | undefined {
    try {
      const text = inflateSync(data, { maxOutputLength: this.#left });
      this.#left -= text.length;
      return text;
    } catch (cause) {
      if (cause instanceof RangeError)
        throw new UnprocessableImage('The image has texts or profiles that unpack to too much', { cause });
      return undefined;
    }
  }
}

/** ImageMagick and ExifTool store Photoshop's resources as a text of hexadecimal digits. */
function iptcProfile(data: Buffer, text: Buffer): Buffer | undefined {
  if (!readLatin1(data, 0, 22).startsWith('Raw profile type iptc\0')) return undefined;
  const digits = /^\s*iptc\s+\d+\s+([\da-f\s]*)$/i.exec(text.toString('latin1'))?.[1] ?? '';
  const profile = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  return profile[0] === 0x1c ? profile : iptcResource(profile);
}
