import { describe, expect, it } from 'vitest';
import { readDimensions } from '../../../../shared/library/media/image-size.ts';

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

const PNG = bytes('89504e470d0a1a0a 0000000d 49484452 00000320 00000258 08060000');
const GIF = Buffer.concat([Buffer.from('GIF89a'), bytes('2003 5802 00')]);
const JPEG = bytes(
  'ffd8 ffe0 0010 4a46494600010100000100010000 ffff ffc4 0004 0000 ffc2 0011 08 0258 0320 03',
);
function riff(chunk: string, rest: string) {
  return Buffer.concat([
    Buffer.from('RIFF'),
    bytes('00000000'),
    Buffer.from(`WEBP${chunk}`),
    bytes(`00000000 ${rest}`),
  ]);
}

const AVIF = Buffer.concat([
  bytes('00000020'),
  Buffer.from('ftypavif'),
  bytes('00000000'),
  Buffer.from('ispe'),
  bytes('00000000 00000320 00000258'),
]);

describe('readDimensions()', () => {
  it.each([
    ['image/png', PNG],
    ['image/gif', GIF],
    ['image/jpeg', JPEG],
    ['image/webp', riff('VP8X', '00000000 1f0300 570200')],
    ['image/webp', riff('VP8 ', '000000 9d012a 2003 5802')],
    ['image/webp', riff('VP8L', '2f 1fc39500')],
    ['image/avif', AVIF],
  ])('reads the size of %s', (type, image) =>
    expect(readDimensions(image)).toEqual({ type, width: 800, height: 600 }),
  );

  it.each([
    ['image/png', PNG.subarray(0, 18)],
    ['image/gif', GIF.subarray(0, 7)],
    ['image/jpeg', JPEG.subarray(0, 24)],
    ['image/webp', riff('VP8X', '')],
    ['image/webp', riff('NONE', '00')],
    ['image/avif', AVIF.subarray(0, 16)],
  ])('recognises a %s whose size is beyond the given bytes', (type, image) =>
    expect(readDimensions(image)).toEqual({ type, width: 0, height: 0 }),
  );

  it.each(['', '<svg>', 'BM', '%PDF-1.4'])('returns undefined for another file: %s', text =>
    expect(readDimensions(Buffer.from(text))).toBeUndefined(),
  );
});
