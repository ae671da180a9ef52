import { describe, expect, it } from 'vitest';
import { avifHeader } from '../../../../shared/library/images/headers/avif.ts';
import { jpegHeader } from '../../../../shared/library/images/headers/jpeg.ts';

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
}

/** A box of ISO media files: length, type, content. */
function box(type: string, ...content: Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([u32(8 + inside.length), Buffer.from(type, 'latin1'), inside]);
}

function size(width: number, height: number): Buffer {
  return box('ispe', u32(0, width, height));
}

describe('avifHeader()', () => {
  it('takes the largest declared size and the number of samples of a sequence', () => {
    const still = box('meta', u32(0), box('iprp', box('ipco', size(64, 32), size(640, 480), size(8, 8))));
    const moving = box(
      'moov',
      box('trak', box('mdia', box('minf', box('stbl', box('stsz', u32(0, 0, 24)))))),
    );
    expect(avifHeader(Buffer.concat([still, moving]))).toMatchObject({ width: 640, height: 480, frames: 24 });
  });

  it('reads lengths of eight bytes, and a last box that extends to the end', () => {
    const ipco = box('ipco', size(30, 20));
    const inside = Buffer.concat([u32(0), box('iprp', ipco)]);
    const long = Buffer.concat([u32(1), Buffer.from('meta'), u32(0, 16 + inside.length), inside]);
    const open = Buffer.concat([u32(0), Buffer.from('iprp'), ipco]);
    expect(avifHeader(long)).toMatchObject({ width: 30, height: 20 });
    expect(avifHeader(open)).toMatchObject({ width: 30, height: 20 });
  });

  it.each([
    ['that is shorter than its own head', Buffer.concat([u32(4), Buffer.from('meta')])],
    [
      'with a long length that is shorter than its head',
      Buffer.concat([u32(1), Buffer.from('meta'), u32(0, 8)]),
    ],
    ['that ends after the file', Buffer.concat([u32(100), Buffer.from('meta')])],
  ])('refuses a box %s', (_what, bytes) => {
    expect(() => avifHeader(bytes)).toThrow(/image/);
  });

  it('refuses more than 5,000 boxes', () => {
    const free = Array.from({ length: 5_001 }, () => box('free'));
    expect(() => avifHeader(Buffer.concat(free))).toThrow(/too many parts/);
  });
});

describe('jpegHeader()', () => {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
  const jpeg = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts]);

  it('skips fill bytes, stray bytes and markers without a length between segments', () => {
    const odd = Buffer.from([0, 0, 0xff, 0xff, 0xd0, 0xff, 0x01]);
    const bytes = jpeg(odd, frame, scan, Buffer.from([1, 2, 0xff, 0xd9]));
    expect(jpegHeader(bytes)).toMatchObject({ width: 3, height: 2, scans: 1 });
  });

  it.each([
    ['without a frame', jpeg(scan, Buffer.from([0xff, 0xd9]))],
    ['without a scan', jpeg(frame, Buffer.from([0xff, 0xd9]))],
    ['that ends without another marker', jpeg(frame, Buffer.from([1, 2, 3, 4]))],
  ])('refuses a file %s', (_what, bytes) => {
    expect(() => jpegHeader(bytes)).toThrow(/no picture/);
  });

  it('refuses a segment that ends after the file', () => {
    expect(() => jpegHeader(jpeg(Buffer.from([0xff, 0xe0, 0xff, 0xff, 0])))).toThrow(/cut off/);
  });
});
