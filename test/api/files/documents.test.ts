import { describe, expect, it } from 'vitest';
import { compoundFile } from '../../support/files/compound-file.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { pdf, SAMPLE_TYPES, SAMPLES, makeZip } from '../../support/files/documents.ts';
import { beforeFirst, withFaults } from '../../support/aws/faults.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { aFileUrl, makeDocument, sample, served } from '../../support/resources/documents.ts';
import { aHexId, filePart, sendForm } from '../../support/resources/images.ts';
import { anId, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { arrived } from '../../support/resources/uploads.ts';

const api = useApi((url: string) => ({ mediaBaseUrl: `${url}/media`, siteId: 7 }));
function send(...parts: Parameters<typeof sendForm>[2]) {
  return sendForm(api, '/documents', parts);
}

function answer(given: object = {}) {
  return {
    id: anId,
    filename: 'minutes-of-may.pdf',
    original_filename: 'Minutes of May.pdf',
    file_original_url: aFileUrl,
    shortcode_id: aHexId,
    shortcode: expect.stringMatching(
      /^\[media-document-pdf [0-9a-f]{32} site_id=7 original_filename="Minutes of May\.pdf"\]$/,
    ),
    media_html: expect.stringMatching(
      /^<a href="http[^"]+\.pdf" data-shortcode-id="[0-9a-f]{32}">Minutes of May\.pdf<\/a>$/,
    ),
    shortcode_params: { site_id: 7, original_filename: 'Minutes of May.pdf' },
    ...given,
  };
}

describe('POST /documents', () => {
  it('returns every field of the document for one file', async () => {
    const reply = await send(sample('pdf', 'Minutes of May.pdf'));
    const document = reply.body;

    expect(document).toEqual(answer());
    expect(reply.headers.get('etag')).toMatch(/^"1-/);
    expect(document.shortcode).toContain(document.shortcode_id);
    expect(document.media_html).toContain(`"${document.file_original_url}"`);
    expect(await ok(api.get(`/documents/${document.id}`))).toEqual(document);
  });

  it.each([
    ['csv', 'text/csv'],
    ['doc', 'application/msword'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['json', 'application/json'],
    ['pdf', 'application/pdf'],
    ['ppt', 'application/vnd.ms-powerpoint'],
    ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['srt', 'text/plain'],
    ['xls', 'application/vnd.ms-excel'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['zip', 'application/zip'],
  ] as const)('stores a %s as sent and serves it as %s and as an attachment', async (type, mime) => {
    const document = await makeDocument(api, sample(type));

    expect(await served(document)).toEqual({
      status: 200,
      bytes: SAMPLES[type],
      type: mime,
      disposition: `attachment; filename="minutes.${type}"`,
      cache: 'public, max-age=31536000, immutable',
      sniff: 'nosniff',
    });
    expect(document.shortcode).toMatch(new RegExp(`^\\[media-document-${type} `));
  });

  it('stores the name as sent and escapes it in shortcode, HTML and headers', async () => {
    const document = await makeDocument(api, sample('csv', 'Ärger & \\"Wut\\" <b> [1].CSV'));

    expect(document).toMatchObject({
      filename: 'aerger-and-wut-b-1.csv',
      original_filename: 'Ärger & "Wut" <b> [1].CSV',
      shortcode: expect.stringContaining(
        'original_filename="Ärger &amp; &quot;Wut&quot; &lt;b&gt; &#91;1&#93;.CSV"',
      ),
      media_html: expect.stringContaining('>Ärger &amp; &quot;Wut&quot; &lt;b&gt; [1].CSV</a>'),
      shortcode_params: { original_filename: 'Ärger & "Wut" <b> [1].CSV' },
    });
    expect((await served(document)).disposition).toBe(
      `attachment; filename="aerger-and-wut-b-1.csv"; filename*=UTF-8''${encodeURIComponent('Ärger & "Wut" <b> [1].CSV')}`,
    );
  });

  it('removes directories and control characters from a name and keeps the end of one that is too long', async () => {
    const [turned, long, none] = await ok(
      send(sample('pdf', 'C:/temp/a\u202efdp.exe.pdf'), sample('pdf', `${'ä'.repeat(300)}.pdf`), {
        ...sample('pdf', '', 'application/octet-stream'),
        filename: '',
      }),
    );

    expect(turned.original_filename).toBe('afdp.exe.pdf');
    expect(long.original_filename).toBe(`${'ä'.repeat(251)}.pdf`);
    expect(none.original_filename).toBe('document.pdf');
  });

  it('returns an array for several files, in their order', async () => {
    const documents = await ok(send(sample('zip'), sample('srt'), sample('xls')));

    expect(documents.map(({ filename }: any) => filename)).toEqual([
      'minutes.zip',
      'minutes.srt',
      'minutes.xls',
    ]);
    expect(new Set(documents.map(({ id }: any) => id)).size).toBe(3);
    for (const document of documents) expect((await served(document)).status).toBe(200);
  });

  it('accepts other declared types that clients send, and files of exactly 4 MB', async () => {
    await ok(send(sample('csv', 'a.csv', 'application/vnd.ms-excel')));
    await ok(send(sample('srt', 'a.srt', 'application/x-subrip')));
    await ok(send(filePart(Buffer.alloc(4_000_000, 'a,b\n'), 'a.csv', 'text/csv')));
  });

  it.skipIf(DEPLOYED)('creates one document of an upload that two requests use', async () => {
    const { filename, content_type } = { filename: 'May.pdf', content_type: 'application/pdf' };
    const upload_id = await arrived(api, SAMPLES.pdf, { filename, content_type });
    const create = () => api.post('/documents', { upload_id });
    const slow = await withFaults(
      beforeFirst('TransactWriteItemsCommand', async () => await ok(create())),
      create,
    );
    expectRefused(slow, 409, 'conflict', 'upload_id: this upload has been used already');
  });

  it('creates a document from a direct upload only once', async () => {
    const upload_id = await arrived(api, SAMPLES.docx, {
      filename: 'Minutes of May.docx',
      content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    });
    const document = await ok(api.post('/documents', { upload_id }));

    expect(document).toMatchObject({
      filename: 'minutes-of-may.docx',
      original_filename: 'Minutes of May.docx',
    });
    expect(await served(document)).toMatchObject({
      bytes: SAMPLES.docx,
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      disposition: `attachment; filename="minutes-of-may.docx"; filename*=UTF-8''Minutes%20of%20May.docx`,
      cache: 'public, max-age=31536000, immutable',
    });
    expectRefused(
      await api.post('/documents', { upload_id }),
      409,
      'conflict',
      'upload_id: this upload has been used already',
    );
  });

  it('accepts large direct uploads, which it reads in parts', async () => {
    const large = {
      csv: Buffer.alloc(9_000_000, 'åäö,1\n'),
      json: Buffer.from(`[${'"åäö",'.repeat(900_000)}1]`),
      xls: compoundFile({ Workbook: null }, { padding: 9000 }),
      zip: makeZip({ 'a.txt': 'a'.repeat(5_000_000) }, { level: 0 }),
      pdf: pdf('x'.repeat(5_000_000)),
    };
    for (const [type, bytes] of Object.entries(large)) {
      const upload_id = await arrived(api, bytes, { filename: `a.${type}`, content_type: 'text/plain' });
      const document = await ok(api.post('/documents', { upload_id }));
      expect((await served(document)).bytes.equals(bytes), type).toBe(true);
    }
  });

  it('returns 415 for a direct upload that contradicts its name and leaves it unclaimed', async () => {
    const upload_id = await arrived(api, SAMPLES.xlsx, {
      filename: 'a.zip',
      content_type: 'application/zip',
    });
    const message = 'upload_id: is xlsx by its content, but named .zip';

    for (const _again of [1, 2])
      expectRefused(await api.post('/documents', { upload_id }), 415, 'unsupported_media_type', message);
  });

  it('returns 409 for an upload that has not arrived and 400 for one of another caller', async () => {
    const body = { filename: 'a.pdf', content_type: 'application/pdf', size: 10 };
    const { upload_id } = await ok(api.post('/uploads', body));
    expectRefused(
      await api.post('/documents', { upload_id }),
      409,
      'conflict',
      'upload_id: the file has not arrived',
    );

    const { key } = await api.makeKey('Guest Editor');
    const unknown = `upload_id: there is none with the id ${upload_id}`;
    expectRefused(await api.post('/documents', { upload_id }, { key }), 400, 'invalid_input', unknown);
  });

  it('lets only one of two simultaneous claims of a direct upload succeed', async () => {
    const upload_id = await arrived(api, SAMPLES.pdf, { filename: 'a.pdf', content_type: 'application/pdf' });
    const replies = await Promise.all([1, 2].map(() => api.post('/documents', { upload_id })));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('returns 415 and names every file whose content contradicts its name or declared type', async () => {
    const parts = [
      sample('pdf'),
      sample('docx', 'a.xlsx'),
      sample('pdf', 'a.exe'),
      sample('pdf', 'a.pdf', 'text/html'),
      filePart(Buffer.from('<!doctype html><script>'), 'a.csv'),
    ];

    expectRefused(
      await send(...parts),
      415,
      'unsupported_media_type',
      'file.1: is docx by its content, but named .xlsx',
      `file.2: its name must end with one of ${SAMPLE_TYPES.map(type => `.${type}`).join(', ')}`,
      'file.3: is pdf, but was sent as text/html',
      'file.4: is not a complete csv file, although its name says so',
    );
    expectRefused(
      await send(sample('docx', 'a.zip')),
      415,
      'unsupported_media_type',
      'file: is docx by its content, but named .zip',
    );
  });

  it('returns 413 for a file over 4 MB and names the endpoint for larger ones', async () => {
    const message = 'file: must have at most 4 MB; larger ones go through POST /api/1.3/uploads';

    expectRefused(await send(filePart(Buffer.alloc(4_000_001, 'a,b\n'), 'a.csv')), 413, 'too_large', message);
  });

  it('returns 400 for empty files, forms without files and two sources', async () => {
    const source = 'file: send file parts or upload_id, and only one of them';

    expectRefused(
      await send(sample('pdf'), filePart(Buffer.alloc(0), 'a.csv')),
      400,
      'invalid_input',
      'file.1: must not be empty',
    );
    expectRefused(await send({ name: 'other', content: 'x' }), 400, 'invalid_input', source);
    expectRefused(await api.post('/documents', {}), 400, 'invalid_input', source);
    expectRefused(
      await send(sample('pdf'), { name: 'upload_id', content: '1' }),
      400,
      'invalid_input',
      source,
    );
    expectRefused(
      await api.post('/documents', { upload_id: 'x' }),
      400,
      'invalid_input',
      /^upload_id: must be an id/,
    );
  });

  it('returns 400 for a body that is neither a form nor JSON', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };

    expectRefused(await api.send('POST', '/documents', { raw: '--y', headers }), 400, 'malformed_multipart');
    expectRefused(await api.send('POST', '/documents', { raw: '{' }), 400, 'malformed_json');
  });

  it('requires the permission upload', async () => {
    const { key } = await api.makeKey('Reader');
    const { key: writer } = await api.makeKey('Guest Writer');

    expectRefused(
      await sendForm(api, '/documents', [sample('pdf')], { key }),
      403,
      'forbidden',
      'This needs the permission upload',
    );
    expect(await makeDocument(api, sample('pdf'), { key: writer })).toMatchObject({
      filename: 'minutes.pdf',
    });
  });
});

describe('GET /documents/<id>', () => {
  it('returns the document with an ETag to callers who may read', async () => {
    const document = await makeDocument(api);
    const { key } = await api.makeKey('Reader');
    // A key that may only read does not see its own writes at once.
    const reply = await eventually(
      () => api.get(`/documents/${document.id}`, { key }),
      ({ status }) => status === 200,
    );

    expect(reply.body).toEqual(document);
    const tag = reply.headers.get('etag')!;
    expect((await api.get(`/documents/${document.id}`, { headers: { 'if-none-match': tag } })).status).toBe(
      304,
    );
  });

  it('returns 404 for an unknown id, 400 for an invalid id and 401 without a key', async () => {
    expectRefused(await api.get('/documents/1'), 404, 'not_found', 'There is no document with the id 1');
    expectRefused(
      await api.get('/documents/x'),
      400,
      'invalid_input',
      'id: must be an integer from 0 to 2^53-1',
    );
    expectRefused(await api.get('/documents/1', { key: null }), 401, 'api_key_missing');
  });
});
