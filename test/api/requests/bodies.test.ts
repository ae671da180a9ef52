import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { makeAccount } from '../../support/resources/sessions.ts';

const api = useApi();
const MALFORMED = 'The request body is not valid JSON';

describe('request bodies', () => {
  it.each([
    ['a fragment', '{"headline": '],
    ['text', 'headline'],
    ['a trailing comma', '{"headline": "a",}'],
    ['single quotes', "{'headline': 'a'}"],
    ['NaN', '{"created_ts": NaN}'],
    ['a raw control character', '{"headline": "a\nb"}'],
    ['two values', '{} {}'],
    ['unclosed brackets', '[['],
  ])('returns malformed_json for a body with %s', async (_what, raw) => {
    const headers = { 'content-type': 'application/json' };
    expectRefused(await api.post('/drafts', undefined, { raw, headers }), 400, 'malformed_json', MALFORMED);
  });

  it('returns malformed_json for a body that is not UTF-8', async () => {
    const raw = Uint8Array.from([...Buffer.from('{"headline":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    for (const type of ['application/json', 'application/octet-stream']) {
      const reply = await api.post('/drafts', undefined, { raw, headers: { 'content-type': type } });
      expectRefused(reply, 400, 'malformed_json', MALFORMED);
    }
  });

  it.each(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'identity, GZIP'])(
    'returns 415 for a body under the content coding %s, and names the one that is read',
    async coding => {
      for (const type of ['application/json', 'multipart/form-data; boundary=a']) {
        const headers = { 'content-type': type, 'content-encoding': coding };
        const reply = await api.post('/images', undefined, { raw: gzipSync('{"headline": "a"}'), headers });
        expectRefused(
          reply,
          415,
          'unsupported_media_type',
          `content-encoding: ${coding} is not accepted; send the body uncompressed`,
        );
        expect(reply.headers.get('accept-encoding')).toBe('identity');
      }
    },
  );

  it.each(['identity', 'utf-8', ''])('reads a body whose content-encoding %j is none', async coding => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    expect((await api.post('/drafts', { headline: 'a' }, { headers })).status).toBe(200);
  });

  it.each(['null', '7', '"text"', 'true'])(
    'returns 400 for the body %s, which is not an object',
    async raw => {
      expectRefused(await api.post('/drafts', undefined, { raw }), 400, 'invalid_input', 'must be an object');
    },
  );

  it('treats an array as a body without fields', async () => {
    expectRefused(await api.post('/drafts', []), 400, 'invalid_input', 'headline: is required');
  });

  it('reports the required fields when the body is missing', async () => {
    expectRefused(await api.post('/drafts'), 400, 'invalid_input', 'headline: is required');
  });

  it('returns 400 for a body that is nested deeper than 64 levels', async () => {
    const raw = `{"headline": "a", "roar_specific_data": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expectRefused(
      await api.post('/drafts', undefined, { raw }),
      400,
      'invalid_input',
      'body: must not be nested deeper than 64 levels',
    );
  });

  it.each([3_000_000, 7_000_000, 11_000_000])('returns 413 for a body of %d bytes', async length => {
    expectRefused(await api.post('/drafts', { headline: 'a', body: 'x'.repeat(length) }), 413, 'too_large');
  });

  it('reports the faults of path and body together', async () => {
    const wrong = { headline: 7, tags: 'a', created_ts: 'x', partnernews_article: 1, image_id: {} };
    expectRefused(
      await api.put('/posts/none', wrong),
      400,
      'invalid_input',
      'id: must be an integer from 0 to 2^53-1',
      'tags: must be an array',
      'image_id: must be an id: an integer from 0 to 2^53-1',
      'partnernews_article: must be true or false',
      'created_ts: must be a number',
      'headline: must be a string',
    );
  });

  it('uses the last value of a field that is repeated', async () => {
    const raw = '{"headline": "first", "headline": "last"}';
    expect((await api.post('/drafts', undefined, { raw })).body.headline).toBe('last');
  });

  it('parses the body as JSON under any content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      const reply = await api.post('/drafts', { headline: 'ü' }, { headers: { 'content-type': type } });
      expect([type, reply.status, reply.body.headline]).toEqual([type, 200, 'ü']);
    }
  });

  it('treats __proto__ and constructor as unknown fields', async () => {
    const raw =
      '{"headline": "a", "__proto__": {"status": "published"}, "constructor": {"prototype": {"polluted": 1}}}';
    const { status, body } = await api.post('/drafts', undefined, { raw });
    expect([status, body.status]).toEqual([200, 'draft']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('stores emoji, right-to-left text and other Unicode as sent, without what XML forbids', async () => {
    const headline = 'a 🙂 👩‍👩‍👧 שלום עולם \u202e \ufeff ';
    const { id } = (await api.post('/posts', { headline: `\u0000${headline}\uffff` })).body;
    expect((await api.get(`/posts/${id}`)).body.headline).toBe(headline);
  });

  it('removes lone surrogates, and control characters from texts of one line', async () => {
    const raw = String.raw`{"headline": "a\ud83db\u0085\n", "body": "\udc00<p>\r\n\t\u0085</p>\u000b", "tags": ["x\ty"]}`;
    const { body } = await api.post('/drafts', undefined, { raw });
    expect(body).toMatchObject({ headline: 'ab', body: '<p>\r\n\t\u0085</p>', tags: ['xy'] });
    expectRefused(
      await api.post('/drafts', undefined, { raw: String.raw`{"headline": "\ud83d\n"}` }),
      400,
      'invalid_input',
      'headline: must not be empty',
    );
  });

  it('accepts strings for ids but not for other numbers', async () => {
    const section = (await api.post('/sections', { title: 'S', url: 's', parent_id: '0' })).body;
    expect(section.parent_id).toBe(0);
    const { body } = await api.post('/drafts', { headline: 'a', sections: [String(section.id)] });
    expect(body.sections).toEqual([section.id]);
    expectRefused(
      await api.post('/drafts', { headline: 'a', created_ts: '1700000000' }),
      400,
      'invalid_input',
      'created_ts: must be a number',
    );
  });

  it('lists 20 faults and counts the others', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => index);
    const { status, body } = await api.post('/drafts', { headline: 'a', tags });
    expect(status).toBe(400);
    expect(body.status.messages).toHaveLength(21);
    expect(body.status.messages.at(-1)).toBe('and 80 more');
  });

  it('reports only the length of an array that is too long', async () => {
    const tags = Array.from({ length: 10_000 }, (_, index) => index);
    const { status, body } = await api.post('/drafts', { headline: 'a', tags });
    expect(status).toBe(400);
    expect(body.status.messages).toEqual(['tags: must have at most 100 items']);
  });
});

describe('null in an optional field', () => {
  it('means the default of an API key', async () => {
    const author_id = api.stack.adminAuthorId;
    const key = await ok(api.post('/api_keys', { author_id, label: null, note: null }));
    expect(key).toMatchObject({ label: '', note: '' });
  });

  it('means the default of an invitation', async () => {
    const { id } = await makeAccount(api);
    const invitation = await ok(api.post(`/authors/${id}/invitations`, { notify: null }));
    expect(invitation.token).toEqual(expect.any(String));
  });

  it('means the default of a preview', async () => {
    const { id } = await makeDraft(api);
    const [plain, other] = [
      await ok(api.post(`/drafts/${id}/previews`, {})),
      await ok(api.post(`/drafts/${id}/previews`, { expires_in: null })),
    ];
    expect(Math.abs(plain.expires_ts - other.expires_ts)).toBeLessThan(60);
    await ok(api.post(`/editor/posts/${id}/previews`, { expires_in: null, staged: null }));
  });

  it('means the default of a text that is rendered', async () => {
    const rendered = await ok(api.post('/editor/render', { body: null, listicle: null, media: null }));
    expect(rendered).toEqual({ body_html: '', listicle: {}, media: '' });
  });

  it('means the default of an edit in an editor’s program', async () => {
    const { id } = await makeDraft(api);
    const options = {
      body_version: null,
      autosave: null,
      stage: null,
      apply: null,
      discard: null,
      force: null,
    };
    const edit = { ...options, revert_to: null, fields: null, headline: 'Edited' };
    expect(await ok(api.put(`/editor/posts/${id}`, edit))).toMatchObject({ headline: 'Edited' });
  });

  it('means the default of a sign-in', async () => {
    const sent = { email: 'nobody@example.org', password: 'ten years for a bridge', recovery_code: null };
    const refused = await api.post('/sessions', sent, { key: null });
    expect(refused).toMatchObject({ status: 401 });
  });
});
