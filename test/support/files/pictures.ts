import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Maps each position of a picture to a colour. */
export type Paint = (x: number, y: number) => readonly [number, number, number];

export interface Drawn {
  width: number;
  height: number;
}

/** Raw RGB pixels as a sharp pipeline, to be encoded. */
export function drawn({ width, height }: Drawn, paint: Paint) {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = paint(x, y);
      data[at++] = red;
      data[at++] = green;
      data[at++] = blue;
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
}

function triangle(value: number): number {
  return Math.abs((value % 510) - 255);
}

/** Encodes positions as colours: red changes by one each pixel to the right, green by one each pixel down. */
export const slopes: Paint = (x, y) => [triangle(x), triangle(y), 128];

/** A picture in which every corner has a colour of its own. */
export function corners({ width, height }: Drawn): Paint {
  return (x, y) => [x < width / 2 ? 250 : 5, y < height / 2 ? 250 : 5, 128];
}

/** The position in the shown picture of a position in the stored one, by EXIF's definition of each orientation. */
const SHOWN: Readonly<Record<number, (x: number, y: number, stored: Drawn) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y, { width }) => [width - 1 - x, y],
  3: (x, y, { width, height }) => [width - 1 - x, height - 1 - y],
  4: (x, y, { height }) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, { height }) => [height - 1 - y, x],
  7: (x, y, { width, height }) => [height - 1 - y, width - 1 - x],
  8: (x, y, { width }) => [y, width - 1 - x],
};

export function placeShown(
  orientation: number,
  x: number,
  y: number,
  stored: Drawn,
): readonly [number, number] {
  return SHOWN[orientation]!(x, y, stored);
}

/** The stored form of a picture that is shown with an orientation. */
export function storedAs(orientation: number, stored: Drawn, shown: Paint): Paint {
  return (x, y) => shown(...placeShown(orientation, x, y, stored));
}

/** Frames of an animation: a white bar that moves over a coloured background. */
export function animation(size: Drawn, frames: number) {
  const pixels = Buffer.alloc(size.width * size.height * frames * 3);
  for (let at = 0; at < pixels.length / 3; at++) {
    const frame = Math.floor(at / (size.width * size.height));
    const x = at % size.width;
    const isBar = Math.floor((x * frames) / size.width) === frame;
    pixels.set(isBar ? [255, 255, 255] : [200, 30, (frame * 20) % 200], at * 3);
  }
  const raw = {
    width: size.width,
    height: size.height * frames,
    channels: 3,
    pageHeight: size.height,
  } as const;
  return sharp(pixels, { raw, animated: true });
}

/** A JPEG segment, to insert after the first two bytes of a file. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG whose header has this size, with only a few rows of grey pixels. */
export function makePng(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc((Math.min(width, 1000) + 1) * Math.min(height, 1000)));
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Inserts chunks into a PNG after its header. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** A GIF with frames of one pixel each on a canvas of that size. */
export function makeGif(width: number, height: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

function riffChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([
    Buffer.from(`${type}\0\0\0\0`, 'latin1'),
    data,
    Buffer.alloc(data.length % 2),
  ]);
  chunk.writeUInt32LE(data.length, 4);
  return chunk;
}

/** An extended WebP with a canvas of that size and that many empty frames. */
export function makeWebp(width: number, height: number, frames: number): Buffer {
  const canvas = Buffer.alloc(10);
  canvas[0] = 2;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const chunks = [riffChunk('VP8X', canvas), riffChunk('ANIM', Buffer.alloc(6))];
  for (let frame = 0; frame < frames; frame++) chunks.push(riffChunk('ANMF', Buffer.alloc(16)));
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** An AVIF whose header has another size. */
export function avifSaying(avif: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(avif);
  const at = copy.indexOf('ispe');
  copy.writeUInt32BE(width, at + 8);
  copy.writeUInt32BE(height, at + 12);
  return copy;
}
