import { describe, expect, it } from 'vitest';
import { pdf, SAMPLE_TYPES, SAMPLES } from '../../../support/files/documents.ts';
import { judge, refused } from '../../../support/files/document-types.ts';

describe('detectDocumentType()', () => {
  it.each(SAMPLE_TYPES)('recognises %s by its content under its extension in any case', async type => {
    expect(await judge(SAMPLES[type], `Minutes of May.${type}`)).toEqual({ type });
    expect(await judge(SAMPLES[type], `MINUTES.${type.toUpperCase()}`)).toEqual({ type });
  });

  it.each(SAMPLE_TYPES)('refuses %s under the extension of every other type', async type => {
    for (const other of SAMPLE_TYPES.filter(name => name !== type))
      expect(await judge(SAMPLES[type], `minutes.${other}`), other).toEqual(refused);
  });

  it.each(SAMPLE_TYPES)('recognises %s without a file name', async type => {
    expect(await judge(SAMPLES[type], '')).toEqual({ type });
  });

  it('names the type that the content has instead', async () => {
    expect(await judge(SAMPLES.docx, 'a.xlsx')).toEqual({ fault: 'is docx by its content, but named .xlsx' });
    expect(await judge('hello', 'a.pdf')).toEqual({
      fault: 'is not a complete pdf file, although its name says so',
    });
    expect(await judge('{"a":', 'a.json')).toEqual({
      fault: 'is not a complete json file, although its name says so',
    });
    expect(await judge('\0', 'a.pdf')).toEqual({
      fault: 'is not a complete pdf file, although its name says so',
    });
    expect(await judge('\0', '')).toEqual({ fault: 'is no document of a known type' });
  });

  it('requires a file name with an extension that the site accepts', async () => {
    const fault = { fault: 'its name must end with one of .csv, .pdf' };

    expect(await judge(SAMPLES.zip, 'a.zip', null, ['csv', 'pdf'])).toEqual(fault);
    expect(await judge(SAMPLES.zip, '', null, ['csv', 'pdf'])).toEqual({
      fault: 'is zip, which is not accepted here',
    });
    for (const name of ['pdf', 'a.', 'a.pdf.exe', 'a.html', 'a.constructor', 'a.pdf ', '.pdf\n'])
      expect(await judge(SAMPLES.pdf, name, null, ['csv', 'pdf']), name).toEqual(fault);
    expect(await judge(SAMPLES.pdf, '.pdf', null, ['csv', 'pdf'])).toEqual({ type: 'pdf' });
  });

  it('accepts the declared type itself, an alias of it, or a neutral type', async () => {
    for (const declared of [
      'application/pdf',
      'Application/PDF; charset=binary',
      'application/octet-stream',
      '',
      null,
    ])
      expect(await judge(SAMPLES.pdf, 'a.pdf', declared), String(declared)).toEqual({ type: 'pdf' });
    expect(await judge(SAMPLES.csv, 'a.csv', 'application/vnd.ms-excel')).toEqual({ type: 'csv' });
    expect(await judge(SAMPLES.zip, 'a.zip', 'application/x-zip-compressed')).toEqual({ type: 'zip' });
    expect(await judge(SAMPLES.srt, 'a.srt', 'application/x-subrip')).toEqual({ type: 'srt' });
    expect(await judge(SAMPLES.doc, 'a.doc', 'application/msword')).toEqual({ type: 'doc' });
  });

  it('refuses a document that is declared as another type', async () => {
    expect(await judge(SAMPLES.pdf, 'a.pdf', 'text/html')).toEqual({
      fault: 'is pdf, but was sent as text/html',
    });
    expect(await judge(SAMPLES.csv, 'a.csv', 'application/json')).toEqual(refused);
    expect(await judge(SAMPLES.docx, 'a.docx', 'image/png')).toEqual(refused);
  });
});

describe('detectDocumentType() of a PDF', () => {
  it('accepts a PDF behind a byte order mark or an empty line, and one with an archive attached', async () => {
    for (const before of ['\xef\xbb\xbf', '\r\n'])
      expect(await judge(Buffer.concat([Buffer.from(before, 'latin1'), pdf()]), 'a.pdf')).toEqual({
        type: 'pdf',
      });
    expect(await judge(pdf(SAMPLES.zip.toString('latin1')), 'a.pdf')).toEqual({ type: 'pdf' });
  });

  it('refuses a PDF that follows markup, is cut off, or ends as an archive', async () => {
    for (const bytes of [
      Buffer.concat([Buffer.from('<script>alert(1)</script>'), pdf()]),
      Buffer.from('%PDF-1.4\n<script>alert(1)</script>'),
      pdf().subarray(0, 60),
      Buffer.concat([pdf(), SAMPLES.zip]),
      withComment(Buffer.concat([pdf(), SAMPLES.zip]), '%%EOF'),
      Buffer.from('%PDF-9 %%EOF'),
    ])
      expect(await judge(bytes, 'a.pdf')).toEqual(refused);
  });
});

function csvWith(text: string) {
  return `name,votes\n${text}\n`;
}

describe('detectDocumentType() of a text', () => {
  it('accepts a byte order mark, and both kinds of line ends', async () => {
    for (const type of ['csv', 'json', 'srt'] as const) {
      expect(await judge(`\ufeff${SAMPLES[type].toString()}`, `a.${type}`), type).toEqual({ type });
      expect(await judge(`\n${SAMPLES[type].toString().replaceAll('\r', '')}`, `a.${type}`), type).toEqual({
        type,
      });
    }
  });

  it('refuses text that is not UTF-8 or has control characters', async () => {
    for (const type of ['csv', 'json', 'srt'] as const) {
      const latin1 = Buffer.concat([SAMPLES[type], Buffer.from([0xe9])]);
      const utf16 = Buffer.from(`\ufeff${SAMPLES[type].toString()}`, 'utf16le');
      expect(await judge(latin1, `a.${type}`), type).toEqual(refused);
      expect(await judge(utf16, `a.${type}`), type).toEqual(refused);
      expect(await judge(`${SAMPLES[type].toString()}\0`, `a.${type}`), type).toEqual(refused);
    }
    expect(await judge(csvWith('a\x1b[2J,1'), 'a.csv')).toEqual(refused);
    expect(await judge(csvWith('a\tb,\f"1\v2"'), 'a.csv')).toEqual({ type: 'csv' });
  });

  it('refuses text that is cut off within a character', async () => {
    expect(await judge(Buffer.from('å').subarray(0, 1), 'a.csv')).toEqual(refused);
  });

  it('refuses pages and other text formats as CSV', async () => {
    for (const text of [
      '<!DOCTYPE html><p>',
      ' \n<HTML>',
      '<script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?>',
      '<!-- x',
      '{\\rtf1\\ansi}',
      '%!PS-Adobe-3.0',
      '<body>',
      '\ufeff<title',
    ])
      expect(await judge(text, 'a.csv'), text).toEqual(refused);
    for (const text of ['<3,hearts', 'a,<b>bold</b>', '<article id>,x', '[id],{name}', '"<p>",1', ';;;', '1'])
      expect(await judge(text, 'a.csv'), text).toEqual({ type: 'csv' });
  });

  it('requires subtitles to begin with a cue', async () => {
    const time = '00:01:02,345 --> 00:01:04,000';
    for (const text of [
      `1\n${time}\nHi`,
      `\n\n12 \n${time} X1:10 X2:20\nHi`,
      `1\n${time.replaceAll(',', '.')}\nHi`,
    ])
      expect(await judge(text, 'a.srt'), text).toEqual({ type: 'srt' });
    for (const text of [
      'WEBVTT\n\n1\n00:01.000 --> 00:02.000\n',
      `${time}\nHi`,
      '1\nHi',
      'Hi',
      `1\n${time.slice(0, 12)}`,
    ])
      expect(await judge(text, 'a.srt'), text).toEqual(refused);
  });

  it('checks a text of many slices up to its end', async () => {
    const row = 'åäö,1\n';
    const rows = row.repeat(1_000_000);

    expect(await judge(rows, 'a.csv')).toEqual({ type: 'csv' });
    expect(await judge(`${rows}\0`, 'a.csv')).toEqual(refused);
    expect(await judge(`[${'"åäö",'.repeat(1_000_000)}1]`, 'a.json')).toEqual({ type: 'json' });
  });
});

/** The archive with a comment behind its end record. */
function withComment(zip: Buffer, comment: string): Buffer {
  const bytes = Buffer.concat([zip, Buffer.from(comment, 'latin1')]);
  bytes.writeUInt16LE(comment.length, zip.length - 2);
  return bytes;
}
