import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspectImage } from '../../../../shared/library/images/inspect.ts';
import { readIptc } from '../../../../shared/library/images/iptc.ts';
import {
  corners,
  drawn,
  jpegSegment,
  pngChunk,
  withChunks,
  withSegments,
} from '../../../support/files/pictures.ts';

const SIZE = { width: 60, height: 40 };
function picture() {
  return drawn(SIZE, corners(SIZE));
}

function dataset(record: number, number: number, value: Buffer | string): Buffer {
  const data = typeof value === 'string' ? Buffer.from(value) : value;
  const head = Buffer.from([0x1c, record, number, 0, 0]);
  head.writeUInt16BE(data.length, 3);
  return Buffer.concat([head, data]);
}

/** An image resource of Photoshop; its name is empty by default. */
function resource(id: number, data: Buffer, name = ''): Buffer {
  const named = Buffer.concat([Buffer.from([name.length]), Buffer.from(name)]);
  const padded = Buffer.concat([named, Buffer.alloc(named.length % 2)]);
  const head = Buffer.from([0x38, 0x42, 0x49, 0x4d, id >> 8, id & 255]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([head, padded, length, data, Buffer.alloc(data.length % 2)]);
}

function photoshop(data: Buffer) {
  return jpegSegment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), data]));
}

const UTF8 = dataset(1, 90, Buffer.from('\x1b%G', 'latin1'));
const TEXTS = Buffer.concat([
  UTF8,
  dataset(2, 0, Buffer.from([0, 4])),
  dataset(2, 80, 'Ada Lovelace'),
  dataset(2, 120, 'Café on the bridge,\rat last  '),
  dataset(2, 105, 'Bridge'),
  dataset(2, 25, 'bridge'),
  dataset(2, 25, 'council'),
  dataset(2, 116, '© 2026'),
]);
const EXPECTED = {
  'by-line': 'Ada Lovelace',
  'caption/abstract': 'Café on the bridge,\nat last',
  headline: 'Bridge',
  keywords: 'bridge, council',
  'copyright notice': '© 2026',
};

describe('inspectImage() with IPTC texts', () => {
  it('reads the texts of a JPEG among other Photoshop resources', async () => {
    const segment = photoshop(
      Buffer.concat([
        resource(0x0425, Buffer.alloc(15)),
        resource(0x03ed, Buffer.alloc(3), 'name'),
        resource(0x0404, TEXTS),
      ]),
    );

    expect(await inspectImage(withSegments(await picture().jpeg().toBuffer(), segment), {})).toMatchObject({
      iptc: EXPECTED,
    });
  });

  it('reads the texts of a JPEG that continue in a second segment', async () => {
    const all = resource(0x0404, TEXTS);
    const bytes = withSegments(
      await picture().jpeg().toBuffer(),
      photoshop(all.subarray(0, 40)),
      photoshop(all.subarray(40)),
    );

    expect((await inspectImage(bytes, {})).iptc).toEqual(EXPECTED);
  });

  it.each([
    ['as Photoshop has them', resource(0x0404, TEXTS)],
    ['bare', TEXTS],
  ])('reads the texts of a PNG from the digits of a text chunk, %s', async (_, profile) => {
    const text = `\niptc\n${profile.length}\n${profile.toString('hex').replace(/.{72}/g, '$&\n')}\n`;
    const chunk = pngChunk(
      'zTXt',
      Buffer.concat([Buffer.from('Raw profile type iptc\0\0'), deflateSync(text)]),
    );

    expect((await inspectImage(withChunks(await picture().png().toBuffer(), chunk), {})).iptc).toEqual(
      EXPECTED,
    );
  });
});

describe('readIptc()', () => {
  const CAFE = Buffer.from('Café', 'latin1');

  it('decodes Latin-1 without a marker', () => {
    expect(readIptc(dataset(2, 120, CAFE))).toEqual({ 'caption/abstract': 'Café' });
  });

  it('decodes UTF-8 with its marker', () => {
    expect(readIptc(Buffer.concat([UTF8, dataset(2, 120, 'Café 🙂')]))).toEqual({
      'caption/abstract': 'Café 🙂',
    });
  });

  it('decodes UTF-8 without a marker', () => {
    expect(readIptc(dataset(2, 120, 'Café'))).toEqual({ 'caption/abstract': 'Café' });
  });

  it('replaces bytes that contradict the UTF-8 marker', () => {
    expect(readIptc(Buffer.concat([UTF8, dataset(2, 120, CAFE)]))).toEqual({
      'caption/abstract': 'Caf\ufffd',
    });
  });

  it('removes control characters', () => {
    expect(readIptc(dataset(2, 80, 'Ada\0\x07 L.\x00\x00'))).toEqual({ 'by-line': 'Ada L.' });
  });

  it('reads a text whose extended length exceeds 32 KB', () => {
    const head = Buffer.from([0x1c, 2, 120, 0x80, 4, 0, 0, 0x9c, 0x40]);

    expect(readIptc(Buffer.concat([head, Buffer.alloc(40_000, 'x')]))['caption/abstract']).toHaveLength(
      4_000,
    );
  });

  it('skips empty texts and unknown dataset numbers', () => {
    expect(
      readIptc(Buffer.concat([dataset(2, 120, ' '), dataset(2, 199, 'x'), dataset(7, 10, 'x')])),
    ).toEqual({});
  });
});

describe('readIptc() with hostile lengths', () => {
  it.each([
    ['beyond the end', Buffer.from([0x1c, 2, 120, 0x7f, 0xff, 0x41])],
    ['a length of lengths beyond the end', Buffer.from([0x1c, 2, 120, 0x80, 4, 0xff])],
    ['a length of 32,767 bytes', Buffer.from([0x1c, 2, 120, 0xff, 0xff, 0, 0])],
    ['the greatest length', Buffer.from([0x1c, 2, 120, 0x80, 4, 0xff, 0xff, 0xff, 0xff, 0x41])],
    ['a length of no bytes', Buffer.from([0x1c, 2, 120, 0x80, 0])],
    ['nothing', Buffer.alloc(0)],
    ['a marker alone', Buffer.from([0x1c])],
  ])('stops at %s', (_, bytes) => {
    expect(readIptc(bytes)).toEqual({});
    expect(readIptc(Buffer.concat([dataset(2, 80, 'Ada'), bytes]))).toEqual({ 'by-line': 'Ada' });
  });

  it('limits the number and the length of texts', () => {
    const many = readIptc(
      Buffer.concat(Array.from({ length: 100_000 }, () => dataset(2, 25, 'x'.repeat(100)))),
    );
    const all = readIptc(
      Buffer.concat([5, 80, 90, 105, 110, 115, 120].map(number => dataset(2, number, 'x'.repeat(32_000)))),
    );

    expect(many.keywords).toHaveLength(4_000);
    expect(Object.values(all).join('').length).toBeLessThanOrEqual(20_000);
  });

  it.each([
    ['a resource longer than the segment', Buffer.from('8BIM\x04\x04\0\0\xff\xff\xff\xff', 'latin1')],
    ['a name longer than the segment', Buffer.from('8BIM\x04\x04\xff\0\0\0\0\0', 'latin1')],
    ['no resources', Buffer.from('hello')],
    ['a resource that is cut off', Buffer.from('8BIM\x04')],
  ])('ignores %s without a fault of the picture', async (_, data) => {
    const bytes = withSegments(await picture().jpeg().toBuffer(), photoshop(data));

    expect((await inspectImage(bytes, {})).iptc).toEqual({});
  });
});
