import { detectImageKind, type ImageFormat } from './kinds.ts';

/** Where the formats store width and height, in pixels. The functions throw RangeError when that is beyond the end of the bytes. */
export type Size = readonly [width: number, height: number];

export function pngSize(bytes: Buffer): Size {
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** The canvas; frames may reach beyond it. */
export function gifSize(bytes: Buffer): Size {
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
}

/** Whether a marker begins a JPEG's frame header; C4, C8 and CC are tables. */
export function isJpegFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** @param at the offset of the frame header's data */
export function jpegSize(bytes: Buffer, at: number): Size {
  return [bytes.readUInt16BE(at + 3), bytes.readUInt16BE(at + 1)];
}

/** @param at the offset of the chunk's data; @returns undefined for a chunk that has no size */
export function webpSize(bytes: Buffer, type: string, at: number): Size | undefined {
  switch (type) {
    case 'VP8X':
      return [bytes.readUIntLE(at + 4, 3) + 1, bytes.readUIntLE(at + 7, 3) + 1];
    case 'VP8L': {
      const bits = bytes.readUInt32LE(at + 1);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 'VP8 ':
      return [bytes.readUInt16LE(at + 6) & 0x3fff, bytes.readUInt16LE(at + 8) & 0x3fff];
    default:
      return undefined;
  }
}

/** @param at the offset of the data of a box `ispe` */
export function avifSize(bytes: Buffer, at: number): Size {
  return [bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 8)];
}

/** An image's type and size, read from its first bytes. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
  readonly type: string;
}

/**
 * Reads the type and size of an image from its first bytes; size 0 when it is further on, undefined for other files. The readers in
 * shared/library/images/headers need the whole file instead: they refuse files that are cut off, and count frames.
 */
export function readDimensions(head: Buffer): Dimensions | undefined {
  const kind = detectImageKind(head);
  if (kind === undefined) return undefined;
  const [width, height] = sizeWithin(head, kind.format) ?? [0, 0];
  return { width, height, type: kind.mime };
}

function sizeWithin(head: Buffer, format: ImageFormat): Size | undefined {
  try {
    return FINDERS[format](head);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const FINDERS: Readonly<Record<ImageFormat, (head: Buffer) => Size | undefined>> = {
  png: pngSize,
  gif: gifSize,
  jpeg: findJpegSize,
  webp: head => webpSize(head, head.toString('latin1', 12, 16), 20),
  avif: head => {
    const at = head.indexOf('ispe', 0, 'latin1');
    return at === -1 ? undefined : avifSize(head, at + 4);
  },
};

/** Walks the segments to the frame header. */
function findJpegSize(head: Buffer): Size | undefined {
  let at = 2;
  while (at < head.length) {
    const marker = head.readUInt8(at + 1);
    if (isJpegFrame(marker)) return jpegSize(head, at + 4);
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return undefined;
}
