import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { computeAutomaticCrops } from '../../../../shared/library/images/attention.ts';
import { inspectImage } from '../../../../shared/library/images/inspect.ts';
import {
  animation,
  avifSaying,
  corners,
  drawn,
  makeGif,
  jpegSegment,
  pngChunk,
  makePng,
  makeWebp,
  withChunks,
} from '../../../support/files/pictures.ts';

const SIZE = { width: 60, height: 40 };
function plain() {
  return drawn(SIZE, corners(SIZE));
}

function zeros(megabytes: number) {
  return deflateSync(Buffer.alloc(megabytes * 1_000_000));
}

function animationControl(frames: number) {
  const data = Buffer.alloc(8);
  data.writeUInt32BE(frames);
  return pngChunk('acTL', data);
}

/** A JPEG whose frame header declares another size. */
async function jpegDeclaring(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A progressive JPEG whose scans are repeated. */
async function makeJpegWithScans(times: number): Promise<Buffer> {
  const jpeg = await plain().jpeg({ progressive: true }).toBuffer();
  const scans = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: times }, () => scans),
    jpeg.subarray(-2),
  ]);
}

/** A small file whose header declares an interlaced PNG of that size. */
function interlacedPng(width: number, height: number): Buffer {
  const png = makePng(width, height);
  png[28] = 1;
  return png;
}

/** A progressive JPEG whose frame header declares 100 megapixels. */
async function jpegInScans(times: number): Promise<Buffer> {
  const jpeg = await makeJpegWithScans(times);
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  jpeg.writeUInt16BE(10_000, frame + 5);
  jpeg.writeUInt16BE(10_000, frame + 7);
  return jpeg;
}

function tooMany(size: string) {
  return `The image has ${size}; it may have at most 100 megapixels in all`;
}

function tooManyFrames(frames: number) {
  return `The image has ${frames} frames; it may have at most 1000`;
}

const UNPACKS = 'The image has texts or profiles that unpack to too much';

describe('inspectImage() of a decompression bomb', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a PNG of 65536²', () => makePng(65_536, 65_536), tooMany('65536x65536 pixels')],
    ['a PNG of a little over 100 megapixels', () => makePng(10_000, 10_001), tooMany('10000x10001 pixels')],
    ['a PNG as wide as can be', () => makePng(2 ** 31 - 1, 1), tooMany('2147483647x1 pixels')],
    ['a JPEG', () => jpegDeclaring(65_500, 65_500), tooMany('65500x65500 pixels')],
    ['a GIF with a huge canvas', () => makeGif(65_535, 65_535, 1), tooMany('65535x65535 pixels')],
    ['a GIF of many frames', () => makeGif(400, 300, 900), tooMany('400x300 pixels and 900 frames')],
    ['a GIF of thousands of tiny frames', () => makeGif(1, 1, 5_000), tooManyFrames(5_000)],
    ['a WebP with a huge canvas', () => makeWebp(2 ** 24, 2 ** 24, 1), tooMany('16777216x16777216 pixels')],
    ['a WebP of many frames', () => makeWebp(1_000, 1_000, 101), tooMany('1000x1000 pixels and 101 frames')],
    ['a WebP of thousands of frames', () => makeWebp(1, 1, 2_000), tooManyFrames(2_000)],
    [
      'an animated PNG by the frames it declares',
      () => makePng(1_000, 1_000, animationControl(500)),
      tooMany('1000x1000 pixels and 500 frames'),
    ],
    [
      'an animated PNG by the frames it has',
      () => makePng(1, 1, ...Array.from({ length: 1_500 }, () => pngChunk('fcTL', Buffer.alloc(26)))),
      tooManyFrames(1_500),
    ],
    [
      'an AVIF',
      async () => avifSaying(await plain().avif({ effort: 0 }).toBuffer(), 20_000, 20_000),
      tooMany('20000x20000 pixels'),
    ],
    [
      'a PNG with a text that unpacks to 50 MB',
      () => makePng(1, 1, pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(50)]))),
      UNPACKS,
    ],
    [
      'a PNG with an international text that unpacks to 50 MB',
      () => makePng(1, 1, pngChunk('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0en\0\0'), zeros(50)]))),
      UNPACKS,
    ],
    [
      'a PNG with a profile that unpacks to 50 MB',
      () => makePng(1, 1, pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), zeros(50)]))),
      UNPACKS,
    ],
    [
      'a PNG with texts that only together unpack to too much',
      () => {
        const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(3)]));
        return makePng(1, 1, text, text, text);
      },
      UNPACKS,
    ],
    [
      'a PNG of thousands of texts',
      () => makePng(1, 1, ...Array.from({ length: 3_000 }, () => pngChunk('tEXt', Buffer.from('a\0b')))),
      'The image is damaged: it has too many chunks',
    ],
    [
      'an interlaced PNG of 9000²',
      () => interlacedPng(9_000, 9_000),
      'The image is interlaced and has 9000x9000 pixels; it may have at most 25 megapixels then',
    ],
    [
      'a PNG of a single column of 100 megapixels',
      () => makePng(1, 100_000_000),
      'The image has 1x100000000 pixels; a side may have at most 65535',
    ],
    [
      'a JPEG of 100 megapixels and more scans than real ones have',
      () => jpegInScans(2),
      'The image has 10000x10000 pixels in 30 scans; pixels times scans may be at most 2000 megapixels',
    ],
    [
      'a JPEG of hundreds of scans',
      () => makeJpegWithScans(30),
      'The image is damaged: it has too many scans',
    ],
    [
      'a JPEG of thousands of segments',
      async () => {
        const jpeg = await plain().jpeg().toBuffer();
        const segments = Array.from({ length: 6_000 }, () => jpegSegment(0xe5, Buffer.alloc(2)));
        return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
      },
      'The image is damaged: it has too many segments',
    ],
  ])('refuses %s by its header alone', async (_, make, message) => {
    await expect(inspectImage(await make(), {})).rejects.toMatchObject({
      status: 422,
      code: 'unprocessable_image',
      messages: [message],
    });
  });
});

describe('inspectImage() of a large but real image', () => {
  it('accepts exactly 100 megapixels', async () => {
    expect(await inspectImage(makePng(10_000, 10_000), {})).toMatchObject({ width: 10_000, height: 10_000 });
  });

  it('accepts an interlaced PNG of 25 megapixels', async () => {
    expect(await inspectImage(interlacedPng(5_000, 5_000), {})).toMatchObject({ width: 5_000 });
  });

  it('accepts a progressive JPEG of 100 megapixels with twice the usual scans', async () => {
    expect(await inspectImage(await jpegInScans(1), {})).toMatchObject({ width: 10_000, height: 10_000 });
  });

  it('accepts a PNG with the longest side that a JPEG can have', async () => {
    expect(await inspectImage(makePng(1, 65_535), {})).toMatchObject({ height: 65_535 });
  });

  it('accepts an animation with the maximum of frames', async () => {
    expect(await inspectImage(makeGif(300, 300, 1_000), {})).toMatchObject({
      frames: 1_000,
      isAnimated: true,
    });
  });

  it('accepts texts of a real size', async () => {
    const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(2)]));

    expect(await inspectImage(withChunks(await plain().png().toBuffer(), text), {})).toMatchObject(SIZE);
  });

  it('accepts an animation of ordinary size', async () => {
    expect(await inspectImage(await animation(SIZE, 30).gif().toBuffer(), {})).toMatchObject({ frames: 30 });
  });
});

it('computeAutomaticCrops() refuses an AVIF that is larger than its header says, without decoding it', async () => {
  const size = { width: 2_000, height: 1_500 };
  const avif = await drawn(size, () => [10, 200, 10])
    .avif({ effort: 0 })
    .toBuffer();
  const liar = avifSaying(avif, 50, 50);

  await expect(
    computeAutomaticCrops(liar, { width: 50, height: 50 }, [{ code: '1x1' }]),
  ).rejects.toMatchObject({
    status: 422,
    messages: ['The image is damaged: it can not be decoded'],
  });
});
