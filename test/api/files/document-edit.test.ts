import { describe, expect, it } from 'vitest';
import { SAMPLE_TYPES, SAMPLES } from '../../support/files/documents.ts';
import { useApi, type Call } from '../../support/api/api.ts';
import { aFileUrl, makeDocument, sample, served } from '../../support/resources/documents.ts';
import { filePart, sendForm } from '../../support/resources/images.ts';
import { ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { arrived } from '../../support/resources/uploads.ts';

const api = useApi((url: string) => ({ mediaBaseUrl: `${url}/media` }));

function putRaw(id: number, raw: string | Buffer, headers: Record<string, string> = {}, call: Call = {}) {
  return api.send('PUT', `/documents/${id}`, { raw, headers, ...call });
}

function putForm(id: number, ...parts: Parameters<typeof sendForm>[2]) {
  return sendForm(api, `/documents/${id}`, parts, { method: 'PUT' });
}

describe('PUT /documents/<id>', () => {
  it('replaces the file by the bytes of the body and keeps its name', async () => {
    const before = await makeDocument(api, sample('pdf', 'Minutes of May.pdf'));
    const content = Buffer.concat([SAMPLES.pdf, Buffer.from('% later\n%%EOF')]);
    const reply = await putRaw(before.id, content, { 'content-type': 'application/pdf' });

    expect(reply.body).toEqual({ ...before, file_original_url: aFileUrl, media_html: expect.any(String) });
    expect(reply.body.file_original_url).not.toBe(before.file_original_url);
    expect(reply.body.media_html).toContain(reply.body.file_original_url);
    expect(reply.headers.get('etag')).toMatch(/^"2-/);
    expect(await ok(api.get(`/documents/${before.id}`))).toEqual(reply.body);
    expect(await served(reply.body)).toMatchObject({ status: 200, bytes: content, type: 'application/pdf' });
    expect((await served(before)).status).toBe(200);
  });

  it.each(SAMPLE_TYPES)(
    'accepts a %s without a name and changes the extension of the old name',
    async type => {
      const { id } = await makeDocument(api, sample('pdf', 'Minutes.of May.pdf'));
      const document = await ok(putRaw(id, SAMPLES[type], { 'content-type': 'application/octet-stream' }));

      expect(document).toMatchObject({
        filename: `minutes-of-may.${type}`,
        original_filename: `Minutes.of May.${type}`,
        shortcode: expect.stringContaining(`[media-document-${type} `),
      });
      expect(await served(document)).toMatchObject({ bytes: SAMPLES[type] });
    },
  );

  it('takes the name from Content-Disposition or from the file of a form', async () => {
    const { id } = await makeDocument(api);
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="votes.csv"; filename*=UTF-8''%C3%84mter.csv`,
    };

    expect(await ok(putRaw(id, SAMPLES.csv, headers))).toMatchObject({
      filename: 'aemter.csv',
      original_filename: 'Ämter.csv',
    });
    expect(await ok(putForm(id, sample('zip', 'All of it.zip')))).toMatchObject({
      filename: 'all-of-it.zip',
      original_filename: 'All of it.zip',
    });
  });

  it('accepts a direct upload by upload_id and takes all other JSON as the document itself', async () => {
    const { id } = await makeDocument(api);
    const upload_id = await arrived(api, SAMPLES.xlsx, {
      filename: 'Votes.xlsx',
      content_type: 'text/plain',
    });

    expect(await ok(api.put(`/documents/${id}`, { upload_id }))).toMatchObject({
      original_filename: 'Votes.xlsx',
    });
    expectRefused(await api.put(`/documents/${id}`, { upload_id }), 409, 'conflict');
    for (const body of [{ upload_id, more: 1 }, {}, [upload_id], 42]) {
      const document = await ok(api.put(`/documents/${id}`, body));
      expect(document.filename).toBe('votes.json');
      expect((await served(document)).bytes.toString()).toBe(JSON.stringify(body));
    }
    const named = { 'content-type': 'application/json', 'content-disposition': 'inline; filename=a.json' };
    const document = await ok(putRaw(id, JSON.stringify({ upload_id: 1 }), named));
    expect((await served(document)).bytes.toString()).toBe('{"upload_id":1}');
  });

  it('returns 415 when the content contradicts its name or declared type, and keeps the old file', async () => {
    const before = await makeDocument(api);
    const { id } = before;
    const html = '<!doctype html><p>';
    const named = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` });

    const unsupported = [415, 'unsupported_media_type'] as const;
    expectRefused(await putRaw(id, html), ...unsupported, 'file: is no document of a known type');
    expectRefused(
      await putRaw(id, SAMPLES.zip, named('a.pdf')),
      ...unsupported,
      'file: is zip by its content, but named .pdf',
    );
    expectRefused(
      await putRaw(id, SAMPLES.pdf, { 'content-type': 'image/png' }),
      ...unsupported,
      'file: is pdf, but was sent as image/png',
    );
    expectRefused(
      await putForm(id, filePart(Buffer.from(html), 'a.html')),
      ...unsupported,
      /^file: its name/,
    );
    expect(await ok(api.get(`/documents/${id}`))).toEqual(before);
  });

  it('returns 400 for no file, several files or an empty file, and 413 for a file over 4 MB', async () => {
    const { id } = await makeDocument(api);
    const one = 'file: send the content of one file, or upload_id, and only one of them';

    expectRefused(await putForm(id, sample('pdf'), sample('pdf')), 400, 'invalid_input', one);
    expectRefused(await putForm(id, { name: 'x', content: 'y' }), 400, 'invalid_input', one);
    expectRefused(await api.put(`/documents/${id}`), 400, 'invalid_input', 'file: must not be empty');
    expectRefused(
      await putRaw(id, Buffer.alloc(4_000_001, 'a,b\n'), { 'content-type': 'text/csv' }),
      413,
      'too_large',
      'file: must have at most 4 MB; larger ones go through POST /api/1.3/uploads',
    );
    await ok(putRaw(id, Buffer.alloc(4_000_000, 'a,b\n'), { 'content-type': 'text/csv' }));
  });

  it('returns 400 for an invalid Content-Disposition', async () => {
    const { id } = await makeDocument(api);
    const headers = { 'content-disposition': 'attachment; filename="a" "b"' };

    expectRefused(
      await putRaw(id, SAMPLES.pdf, headers),
      400,
      'invalid_input',
      'content-disposition: is not valid',
    );
  });

  it('returns 412 when If-Match does not match the current ETag', async () => {
    const { id } = await makeDocument(api);
    const tag = (await api.get(`/documents/${id}`)).headers.get('etag')!;
    await ok(putRaw(id, SAMPLES.csv, { 'if-match': tag }));

    expectRefused(await putRaw(id, SAMPLES.zip, { 'if-match': tag }), 412, 'precondition_failed');
    expect(await ok(api.get(`/documents/${id}`))).toMatchObject({ filename: 'minutes.csv' });
  });

  it('applies two simultaneous replacements one after the other', async () => {
    const { id } = await makeDocument(api);
    const replies = await Promise.all([putRaw(id, SAMPLES.csv), putRaw(id, SAMPLES.zip)]);

    expect(replies.map(({ headers }) => headers.get('etag')!.slice(0, 3)).sort()).toEqual(['"2-', '"3-']);
    const last = replies.find(({ headers }) => headers.get('etag')!.startsWith('"3-'));
    expect(await ok(api.get(`/documents/${id}`))).toEqual(last!.body);
  });

  it('returns 404 for an unknown id and 403 without the permission upload', async () => {
    const { id } = await makeDocument(api);
    const { key } = await api.makeKey('Reader');

    expectRefused(await putRaw(1, SAMPLES.pdf), 404, 'not_found', 'There is no document with the id 1');
    expectRefused(
      await putRaw(id, SAMPLES.pdf, {}, { key }),
      403,
      'forbidden',
      'This needs the permission upload',
    );
  });
});
