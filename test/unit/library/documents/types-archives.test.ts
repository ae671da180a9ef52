import { describe, expect, it } from 'vitest';
import { detectDocumentType } from '../../../../shared/library/documents/types/detect.ts';
import { compoundFile } from '../../../support/files/compound-file.ts';
import { makePackage, pdf, SAMPLE_TYPES, SAMPLES, makeZip } from '../../../support/files/documents.ts';
import { judge, refused } from '../../../support/files/document-types.ts';

describe('detectDocumentType() of an Office package', () => {
  it.each([
    ['a number behind the main part', makePackage('word/document2.xml')],
    ['other letters', makePackage('Word/Document.XML')],
    ['the other slash', makePackage('word\\document.xml')],
    ['a sheet within', makePackage('word/document.xml', { 'word/embeddings/sheet.xlsx': 'PK' })],
  ])('accepts a package with %s', async (_, bytes) => {
    expect(await judge(bytes, 'a.docx')).toEqual({ type: 'docx' });
  });

  it.each([
    ['its main part missing', makePackage('word/styles.xml')],
    ['two main parts', makePackage('word/document.xml', { 'xl/workbook.xml': '' })],
    ['macros', makePackage('word/document.xml', { 'word/vbaProject.bin': '' })],
    ['no list of content types', makeZip({ 'word/document.xml': '' })],
    ['a folder around', makeZip({ 'x/[Content_Types].xml': '', 'x/word/document.xml': '' })],
  ])('refuses a package with %s', async (_, bytes) => {
    expect(await judge(bytes, 'a.docx')).toEqual(refused);
  });

  it('refuses a package and OpenDocument as a plain archive', async () => {
    expect(await judge(makePackage('word/styles.xml'), 'a.zip')).toEqual(refused);
    expect(await judge(makeZip({ mimetype: 'application/epub+zip', 'a.xml': '' }), 'a.zip')).toEqual(refused);
    expect(await judge(makeZip({ 'a.xml': '', mimetype: 'not the first' }), 'a.zip')).toEqual({
      type: 'zip',
    });
    expect(await judge(makeZip({ 'x/[Content_Types].xml': '' }), 'a.zip')).toEqual({ type: 'zip' });
  });
});

describe('detectDocumentType() of a ZIP file', () => {
  it('accepts an archive that is empty, has a comment, or stores a PDF uncompressed', async () => {
    expect(await judge(makeZip({}), 'a.zip')).toEqual({ type: 'zip' });
    expect(await judge(withComment(SAMPLES.zip, 'PK\x05\x06 and more'), 'a.zip')).toEqual({ type: 'zip' });
    expect(await judge(makeZip({ 'a.pdf': pdf().toString() }, { level: 0 }), 'a.zip')).toEqual({
      type: 'zip',
    });
  });

  it('refuses an archive with bytes before or behind it, or that is cut off', async () => {
    for (const bytes of [
      Buffer.concat([Buffer.from('MZ'), SAMPLES.zip]),
      Buffer.concat([SAMPLES.zip, Buffer.from('<script>')]),
      SAMPLES.zip.subarray(0, -1),
      SAMPLES.zip.subarray(0, 40),
      Buffer.from('PK\x03\x04'),
    ])
      expect(await judge(bytes, 'a.zip')).toEqual(refused);
  });

  it('refuses an archive whose end record contradicts its directory', async () => {
    const end = SAMPLES.zip.length - 22;
    for (const [at, value] of [
      [end + 10, 2],
      [end + 12, 10],
      [end + 16, 1],
    ] as const) {
      const bytes = Buffer.from(SAMPLES.zip);
      bytes.writeUInt16LE(value, at);
      expect(await judge(bytes, 'a.zip'), String(at)).toEqual(refused);
    }
  });

  it('accepts a package in ZIP64 format', async () => {
    expect(await judge(zip64(SAMPLES.docx), 'a.docx')).toEqual({ type: 'docx' });
  });

  it('refuses a directory that would fill the memory, without reading it', async () => {
    const readSizes: number[] = [];
    const bytes = Buffer.from(SAMPLES.zip);
    bytes.writeUInt32LE(90_000_000, bytes.length - 22 + 12);
    const source = {
      size: 100_000_000,
      read: ({ from, to }: { from: number; to: number }) => {
        readSizes.push(to - from + 1);
        return Promise.resolve(from === 0 ? bytes.subarray(0, 64) : bytes);
      },
    };

    expect(await detectDocumentType(source, { filename: 'a.zip', contentType: null }, SAMPLE_TYPES)).toEqual(
      refused,
    );
    expect(Math.max(...readSizes)).toBeLessThan(100_000);
  });
});

describe('detectDocumentType() of an old Office file', () => {
  it('recognises a file with large sectors, a remote directory, or many streams', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`Stream ${n}`, null]));

    expect(await judge(compoundFile({ WordDocument: null }, { sectorShift: 12 }), 'a.doc')).toEqual({
      type: 'doc',
    });
    expect(await judge(compoundFile({ Book: null }, { padding: 5000 }), 'a.xls')).toEqual({ type: 'xls' });
    expect(await judge(compoundFile({ ...many, Workbook: null }), 'a.xls')).toEqual({ type: 'xls' });
    // Above 7 MB the list of sectors does not fit into the header, above 15 MB not into one more sector either.
    for (const padding of [14_000, 20_000, 60_000])
      expect(await judge(compoundFile({ ...many, Workbook: null }, { padding }), 'a.xls')).toEqual({
        type: 'xls',
      });
  });

  it('goes by the top-level streams and ignores embedded ones', async () => {
    const bytes = compoundFile({ ObjectPool: { _1: { Workbook: null } }, WordDocument: null });

    expect(await judge(bytes, 'a.doc')).toEqual({ type: 'doc' });
    expect(await judge(bytes, 'a.xls')).toEqual(refused);
  });

  it.each([
    ['of another program', compoundFile({ Catalog: null })],
    ['with its document only further down', compoundFile({ ObjectPool: { WordDocument: null } })],
    ['of two types at once', compoundFile({ WordDocument: null, Workbook: null })],
    ['encrypted as a whole', compoundFile({ EncryptedPackage: null, EncryptionInfo: null })],
    ['with a storage instead of the document', compoundFile({ WordDocument: {} })],
    ['cut off', SAMPLES.doc.subarray(0, 1000)],
    ['that is only a header', SAMPLES.doc.subarray(0, 8)],
  ])('refuses a file %s', async (_, bytes) => {
    expect(await judge(bytes, 'a.doc')).toEqual(refused);
  });

  it('refuses cyclic chains and trees, and sectors out of bounds', async () => {
    const circle = Buffer.from(compoundFile({ A: null, B: null, C: null, D: null, E: null }));
    const directory = circle.readUInt32LE(48);
    circle.writeUInt32LE(directory, 512 + directory * 4);
    circle.writeUInt32LE(9_000, (directory + 1) * 512 + 76);
    expect(await judge(circle, 'a.doc')).toEqual(refused);

    const tree = Buffer.from(SAMPLES.doc);
    tree.writeUInt32LE(1, (tree.readUInt32LE(48) + 1) * 512 + 128 + 72);
    expect(await judge(tree, 'a.doc')).toEqual(refused);

    const beyond = Buffer.from(SAMPLES.doc);
    beyond.writeUInt32LE(0xfffffff0, 48);
    expect(await judge(beyond, 'a.doc')).toEqual(refused);
  });
});

/** The archive with a comment behind its end record. */
function withComment(zip: Buffer, comment: string): Buffer {
  const bytes = Buffer.concat([zip, Buffer.from(comment, 'latin1')]);
  bytes.writeUInt16LE(comment.length, zip.length - 2);
  return bytes;
}

/** The archive with the end records of ZIP64, as streaming writers write them. */
function zip64(zip: Buffer): Buffer {
  const end = Buffer.from(zip.subarray(-22));
  const [entries, size, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50);
  locator.writeBigUInt64LE(BigInt(zip.length - 22), 8);
  locator.writeUInt32LE(1, 16);
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffffffff, 12);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([zip.subarray(0, -22), end64, locator, end]);
}
