/** An image's type and size, read from its first bytes. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
  readonly type: string;
}

interface Format {
  readonly type: string;
  readonly matches: (bytes: Buffer) => boolean;
  /** Width and height; undefined when they are beyond the given bytes. */
  readonly size: (bytes: Buffer) => readonly [number, number] | undefined;
}

function ascii(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

const FORMATS: readonly Format[] = [
  {
    type: 'image/png',
    matches: bytes => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
    size: bytes => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  },
  {
    type: 'image/gif',
    matches: bytes => /^GIF8[79]a/.test(ascii(bytes, 0, 6)),
    size: bytes => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)],
  },
  { type: 'image/jpeg', matches: bytes => ascii(bytes, 0, 3) === '\xff\xd8\xff', size: jpegSize },
  {
    type: 'image/webp',
    matches: bytes => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
    size: webpSize,
  },
  {
    type: 'image/avif',
    matches: bytes => /^ftypavi[fs]/.test(ascii(bytes, 4, 12)),
    size: bytes => {
      const at = bytes.indexOf('ispe', 0, 'latin1');
      return at === -1 ? undefined : [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    },
  },
];

/** The type and size of an image from its first bytes; size 0 when it is further on, undefined for other files. */
export function dimensionsOf(bytes: Buffer): Dimensions | undefined {
  const format = FORMATS.find(({ matches }) => matches(bytes));
  if (format === undefined) return undefined;
  const [width, height] = sizeWithin(bytes, format) ?? [0, 0];
  return { width, height, type: format.type };
}

function sizeWithin(bytes: Buffer, { size }: Format): readonly [number, number] | undefined {
  try {
    return size(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Walks the segments to the frame header, whose marker depends on the coding process. */
function jpegSize(bytes: Buffer): readonly [number, number] | undefined {
  let at = 2;
  while (at < bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): readonly [number, number] | undefined {
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
    }
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    default:
      return undefined;
  }
}
