import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../shared/platform/core/errors.ts';
import { FilePart, multipartOrJson } from '../../../../shared/platform/http/multipart.ts';
import { MAX_FILE_BYTES } from '../../../../shared/platform/values/file-bytes.ts';
import { httpEvent } from '../../../support/web/event.ts';
import { makeForm, formType, type Part } from '../../../support/web/form.ts';

function parse(body: Buffer, type = formType()): Promise<unknown> {
  return multipartOrJson(
    httpEvent({
      method: 'POST',
      body: body.toString('base64'),
      base64: true,
      headers: { 'content-type': type },
    }),
  );
}

function parseParts(...parts: Part[]): Promise<any> {
  return parse(makeForm(parts));
}

function file(content: string | Uint8Array, more: Partial<Part> = {}): Part {
  return {
    name: 'file',
    filename: 'a.jpg',
    type: 'image/jpeg',
    content,
    ...more,
  };
}

describe('multipartOrJson() with a form', () => {
  it('returns fields as text and files byte by byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

    expect(await parseParts({ name: 'caption', content: 'Über der Brücke' }, file(bytes))).toEqual({
      caption: 'Über der Brücke',
      file: [{ filename: 'a.jpg', contentType: 'image/jpeg', bytes: Buffer.from(bytes) }],
    });
  });

  it('keeps the order of several files', async () => {
    const { file: files } = await parseParts(file('one'), file('two', { filename: 'b.png' }));

    expect(files.map(({ bytes }: any) => bytes.toString())).toEqual(['one', 'two']);
  });

  it('reads names with the brackets of a list as the plain names', async () => {
    const named = (name: string, content: string) => file(content, { name });
    const { file: files, caption } = await parseParts(named('file[]', 'one'), named('file[1]', 'two'), {
      name: 'caption[]',
      content: 'At dawn',
    });

    expect(files.map(({ bytes }: any) => bytes.toString())).toEqual(['one', 'two']);
    expect(caption).toBe('At dawn');
  });

  it('returns no type for a file without a declared one', async () => {
    const { file: files } = await parseParts(file('x', { type: 'application/octet-stream' }), {
      name: 'file',
      filename: 'b',
      content: 'y',
    });

    expect(files.map(({ contentType }: any) => contentType)).toEqual([null, null]);
    const { file: unnamed } = await parseParts({
      name: 'file',
      type: 'application/octet-stream',
      content: 'z',
    });
    expect(unnamed).toEqual([{ filename: '', contentType: null, bytes: Buffer.from('z') }]);
  });

  it('keeps only the last part of a file’s path, in any alphabet', async () => {
    const { file: files } = await parseParts(
      file('x', { filename: '../../etc/Zürich 東京.jpg' }),
      file('x', { filename: 'C:\\fakepath\\a.jpg' }),
      file('x', { filename: 'the %22final%22 50%0Alcohol.csv' }),
    );

    expect(files.map(({ filename }: any) => filename)).toEqual([
      'Zürich 東京.jpg',
      'a.jpg',
      'the "final" 50%0Alcohol.csv',
    ]);
  });

  it('reads a part of another name as text, also with a file name or a type of files', async () => {
    const parts: Part[] = [
      file('Über der Brücke', { name: 'alt', filename: 'alt', type: 'application/octet-stream' }),
      { name: 'caption', type: 'application/octet-stream', content: 'At last' },
      file('', { name: 'title', filename: 'title.txt' }),
    ];
    expect(await parseParts(...parts)).toEqual({
      alt: 'Über der Brücke',
      caption: 'At last',
      title: '',
      file: [],
    });
  });

  it('keeps a part of another name as a file when it is not text, so that text fields refuse it', async () => {
    const large = Buffer.alloc(65_537, 'x');
    const { photo, thumb } = await parseParts(
      file(Uint8Array.of(0xff, 0xd8), { name: 'photo' }),
      file(large, { name: 'thumb' }),
    );

    expect([photo.bytes, thumb.bytes]).toEqual([Buffer.of(0xff, 0xd8), large]);
  });

  it('accepts a file of 4 MB and refuses one byte more', async () => {
    const exact = await parseParts(file(Buffer.alloc(MAX_FILE_BYTES)));
    expect(exact.file[0].bytes).toHaveLength(MAX_FILE_BYTES);
    await expect(parseParts(file(Buffer.alloc(MAX_FILE_BYTES + 1)))).rejects.toMatchObject({
      status: 413,
      messages: [expect.stringContaining('/uploads')],
    });
  });

  const parts = (count: number, part: (index: number) => Part) =>
    Array.from({ length: count }, (_, n) => part(n));
  const NOT_A_FORM = 'The request body is not valid multipart/form-data';
  const TOO_MANY = 'file: must be at most 10 files';

  it.each([
    ['more files than ten', parts(11, () => file('x')), TOO_MANY],
    ['more files than sixty under one name', parts(61, () => file('x', { name: 'f' })), TOO_MANY],
    ['more fields than fifty that have file names', parts(51, n => file('', { name: `f${n}` })), NOT_A_FORM],
    ['more fields than fifty', parts(51, n => ({ name: `f${n}`, content: '' })), NOT_A_FORM],
    ['more fields than fifty under one name', parts(51, () => ({ name: 'f', content: '' })), NOT_A_FORM],
    [
      'a field of over 64 KiB',
      [{ name: 'caption', content: 'x'.repeat(65_537) }],
      'caption: must have at most 64 KiB',
    ],
  ])('refuses a form with %s', async (_name, sent, message) => {
    await expect(parse(makeForm(sent))).rejects.toMatchObject({ status: 400, messages: [message] });
  });

  const form = (...headers: string[]) =>
    Buffer.from(`${headers.map(each => `--a-boundary\r\n${each}\r\n\r\nx\r\n`).join('')}--a-boundary--\r\n`);
  const FILE = 'content-disposition: form-data; name="file"; filename=';

  it.each([
    ['an unescaped quotation mark', '"the "final".jpg"'],
    ['no closing quotation mark', '"a.jpg'],
  ])('refuses a file name with %s, whose part would be missing without a word', async (_name, filename) => {
    for (const type of [formType(), 'multipart/form-data; charset=utf-8; boundary="a-boundary"'])
      await expect(parse(form(`${FILE}"b.jpg"`, `${FILE}${filename}`), type)).rejects.toMatchObject({
        status: 400,
        code: 'malformed_multipart',
        messages: [
          'The content-disposition of a part of the form is not valid; a quotation mark in a file name is sent as %22',
        ],
      });
  });

  it('leaves out parts that are no fields, and what follows the end', async () => {
    const sent = form('content-type: text/plain', 'content-disposition: attachment', `${FILE}"b.jpg"`);
    const after = form(`${FILE}"a.jpg`);
    expect(await parse(Buffer.concat([sent, after]))).toMatchObject({ file: [{ filename: 'b.jpg' }] });
  });

  it('accepts ten files, fifty fields and texts of 64 KiB', async () => {
    const text = 'x'.repeat(65_536);
    const form = await parseParts(
      ...parts(10, () => file('x')),
      ...parts(48, n => file('', { name: `f${n}` })),
      file(text, { name: 'alt' }),
      { name: 'caption', content: text },
    );
    expect([form.file.length, Object.keys(form).length]).toEqual([10, 51]);
    expect([form.alt.length, form.caption.length]).toEqual([65_536, 65_536]);
  });

  it.each([
    ['no boundary', makeForm([file('x')]), 'multipart/form-data'],
    ['another boundary', makeForm([file('x')]), formType('other')],
    ['an end too early', makeForm([file('x'.repeat(500))]).subarray(0, 300), formType()],
    ['no parts and no end', Buffer.from('nothing'), formType()],
  ])('reports a form with %s as malformed', async (_name, body, type) => {
    await expect(parse(body, type)).rejects.toMatchObject({
      status: 400,
      code: 'malformed_multipart',
      cause: expect.any(Error),
    });
  });

  it('reads or refuses any damaged form with an error of the API', async () => {
    const seed = makeForm([{ name: 'caption', content: 'text' }, file('bytes of a file')]);
    const mutation = fc.record({ at: fc.nat(seed.length - 1), bytes: fc.uint8Array({ maxLength: 8 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { maxLength: 6 }), async mutations => {
        const body = Buffer.from(seed);
        for (const { at, bytes } of mutations) body.set(bytes.subarray(0, body.length - at), at);
        const result: unknown = await parse(body).catch((error: unknown) => error);
        expect(result instanceof Error ? result instanceof ApiError : true).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('multipartOrJson() with another body', () => {
  it('parses JSON with any content type', async () => {
    for (const type of ['text/plain', 'x-multipart/form-data', 'multipart/form-datax'])
      expect(await parse(Buffer.from('{"image_url": "x"}'), type)).toEqual({ image_url: 'x' });
    expect(await multipartOrJson(httpEvent({ body: '{}' }))).toEqual({});
  });

  it('throws malformed_json for other text', async () => {
    await expect(parse(Buffer.from('{'), 'application/json')).rejects.toMatchObject({
      code: 'malformed_json',
    });
  });
});

it('FilePart accepts parsed files only', () => {
  const part = { filename: '', contentType: null, bytes: Buffer.alloc(0) };
  expect(v.is(FilePart, part)).toBe(true);
  for (const value of [undefined, null, 'text', {}, { bytes: 'text' }])
    expect(v.is(FilePart, value)).toBe(false);
});
