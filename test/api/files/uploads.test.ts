import { describe, expect, it } from 'vitest';
import { UploadRecord, Uploads } from '../../../shared/library/uploads/record.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { useApi } from '../../support/api/api.ts';
import { anId, ok, recently } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { sendUpload } from '../../support/resources/uploads.ts';

const api = useApi();
const IMAGE = { filename: 'Bridge at dawn.jpg', content_type: 'image/jpeg', size: 1000 };

describe('POST /uploads', () => {
  it('answers with a form for one file that expires after an hour', async () => {
    const form = await ok(api.post('/uploads', IMAGE));

    expect(form).toEqual({
      upload_id: anId,
      url: expect.stringMatching(/^http/),
      fields: expect.objectContaining({
        key: `uploads/${form.upload_id}`,
        'Content-Type': 'image/jpeg',
        Policy: expect.any(String),
        'X-Amz-Signature': expect.any(String),
      }),
      expires_ts: anId,
    });
    expect(form.expires_ts - 3600).toEqual(recently);
  });

  it('makes a form that accepts exactly the declared size', async () => {
    const form = await ok(api.post('/uploads', IMAGE));

    expect((await sendUpload(form, Buffer.alloc(999))).status).toBe(400);
    expect((await sendUpload(form, Buffer.alloc(1001))).status).toBe(400);
    expect((await sendUpload(form, Buffer.alloc(1000))).status).toBe(204);
  });

  it('makes a form that accepts only the declared type and key', async () => {
    const { fields, ...form } = await ok(api.post('/uploads', IMAGE));
    const others = [{ 'Content-Type': 'text/html' }, { key: 'content/1/x' }];
    for (const other of others)
      expect(
        (await sendUpload({ ...form, fields: { ...fields, ...other } }, Buffer.alloc(1000))).status,
      ).toBe(403);
  });

  it('stores the author and an expiry of one day', async () => {
    const { upload_id: id } = await ok(api.post('/uploads', IMAGE));
    const item = await getItem(Uploads.key(id), { consistent: true });

    expect(parseRecord(UploadRecord, item!).value).toMatchObject({
      ...IMAGE,
      created_by: api.stack.adminAuthorId,
      claimed: false,
    });
    expect(Number(item!.expires) - 86_400).toEqual(recently);
  });

  it.each([
    [
      'an image of over 50 MB',
      { ...IMAGE, size: 50_000_001 },
      413,
      'too_large',
      'size: must be at most 50 MB',
    ],
    [
      'a document of over 100 MB',
      { ...IMAGE, content_type: 'application/pdf', size: 100_000_001 },
      413,
      'too_large',
      'size: must be at most 100 MB',
    ],
    [
      'another kind of file',
      { ...IMAGE, content_type: 'image/svg+xml' },
      415,
      'unsupported_media_type',
      'content_type: neither images nor documents are image/svg+xml',
    ],
    ['an empty file', { ...IMAGE, size: 0 }, 400, 'invalid_input', /^size: /],
    ['an empty filename', { ...IMAGE, filename: ' ' }, 400, 'invalid_input', 'filename: must not be empty'],
    ['a malformed content_type', { ...IMAGE, content_type: 'jpeg' }, 400, 'invalid_input', /^content_type: /],
  ])('refuses %s', async (_name, body, status, code, message) => {
    expectRefused(await api.post('/uploads', body), status, code, message);
  });

  it('accepts an image of exactly 50 MB and a document of exactly 100 MB', async () => {
    await ok(api.post('/uploads', { ...IMAGE, size: 50_000_000 }));
    await ok(api.post('/uploads', { ...IMAGE, content_type: 'application/zip', size: 100_000_000 }));
  });
});
