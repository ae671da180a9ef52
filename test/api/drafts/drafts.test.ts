import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import {
  anId,
  draftAnswer,
  errorAnswer,
  makeDraft,
  makePost,
  ok,
  postAnswer,
  recently,
} from '../../support/resources/posts.ts';

const api = useApi();
const UNKNOWN = 12_345;

describe('POST /drafts', () => {
  it('creates a draft from only a headline, by the author of the key', async () => {
    const reply = await api.post('/drafts', { headline: 'Bare Draft' });
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toEqual(
      draftAnswer({
        headline: 'Bare Draft',
        basename: 'bare-draft',
        slug: '/bare-draft',
        post_url: 'http://127.0.0.1:4000/bare-draft',
        draft_url: 'http://127.0.0.1:4000/bare-draft?draft=1',
        roar_author_ids: [api.stack.adminAuthorId],
        author_id: api.stack.adminAuthorId,
      }),
    );
    expect(reply.headers.get('etag')).toMatch(/^"1-/);
  });

  it('returns the same as a later GET', async () => {
    const made = await makeDraft(api, { headline: 'Same', body: '<p>Text</p>', tags: ['a'] });
    expect(await ok(api.get(`/drafts/${made.id}`))).toEqual(made);
  });

  it('reports all faults together, each with its field', async () => {
    const reply = await api.post('/drafts', { headline: '', tags: 'news', created_ts: 'now' });
    expect(reply).toMatchObject({ status: 400, body: { status: { code: 'invalid_input' }, data: null } });
    expect(reply.body.status.messages.sort()).toEqual([
      'created_ts: must be a number',
      'headline: must not be empty',
      'tags: must be an array',
    ]);
  });

  it('returns 400 without a headline', async () => {
    const reply = await api.post('/drafts', { body: 'Text' });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', 'headline: is required') });
  });

  it('returns 409 when another draft or post has the provider_post_id', async () => {
    await makeDraft(api, { provider_post_id: 'wp-1' });
    const reply = await api.post('/drafts', { headline: 'Again', provider_post_id: 'wp-1' });
    expect(reply).toMatchObject({
      status: 409,
      body: errorAnswer('conflict', 'provider_post_id: another post of provider 20 has it'),
    });
  });

  it('ignores unknown and read-only fields', async () => {
    const made = await makeDraft(api, { color: 'red', id: 7, status: 'published' });
    expect(made).toEqual(draftAnswer());
    expect(made.id).not.toBe(7);
  });

  it('returns 400 for a body that is not a JSON object', async () => {
    const raw = await api.send('POST', '/drafts', { raw: '{"headline": ' });
    expect(raw).toMatchObject({ status: 400, body: { status: { code: 'malformed_json' } } });
    for (const body of [[], 'text', 7, null]) {
      expect(await api.post('/drafts', body)).toMatchObject({ status: 400, body: { data: null } });
    }
  });
});

describe('GET /drafts/<id>', () => {
  it('returns 404 for an unknown id, a published post and a removed draft', async () => {
    const post = await makePost(api);
    const gone = await makeDraft(api);
    await api.delete(`/drafts/${gone.id}`);
    for (const id of [UNKNOWN, post.id, gone.id]) {
      const reply = await api.get(`/drafts/${id}`);
      expect(reply).toMatchObject({ status: 404, body: { status: { code: 'not_found' } } });
    }
  });

  it('returns 304 when If-None-Match has the current ETag', async () => {
    const { id } = await makeDraft(api);
    const first = await api.get(`/drafts/${id}`);
    const again = await api.get(`/drafts/${id}`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('PUT /drafts/<id>', () => {
  it('changes only the fields that are sent', async () => {
    const before = await makeDraft(api, { headline: 'Old', body: 'Body', tags: ['a'], media: '[media]' });
    const reply = await api.put(`/drafts/${before.id}`, { subheadline: 'New' });
    expect(reply.body).toEqual({ ...before, subheadline: 'New', updated_ts: recently });
    expect(reply.headers.get('etag')).toMatch(/^"2-/);
    expect(await ok(api.get(`/drafts/${before.id}`))).toEqual(reply.body);
  });

  it('changes nothing when the response of GET is sent back', async () => {
    const before = await makeDraft(api, {
      body: '<p>x</p>',
      tags: ['a', 'b'],
      primary_tag: 'b',
      listicle: { items: [{ headline: 'One' }], settings: { layout_type: 2 } },
      product: { name: 'Lamp', price: 9.5 },
      created_ts: 1_500_000_000,
      provider_post_id: 'kept',
    });
    const after = await ok(api.put(`/drafts/${before.id}`, before));
    expect(after).toEqual({ ...before, updated_ts: anId });
  });

  it('publishes with the fields that are sent and the stored values of the others', async () => {
    const draft = await makeDraft(api, { headline: 'Stored', body: '<p>Stored body</p>', tags: ['kept'] });
    const reply = await api.put(`/drafts/${draft.id}`, { action: 'publish', subheadline: 'Sent' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(
      postAnswer({
        id: draft.id,
        headline: 'Stored',
        subheadline: 'Sent',
        body: '<p>Stored body</p>',
        description: 'Stored body',
        words_count: 2,
        time_to_read: { in_seconds: 1 },
        tags: ['kept'],
        public_tags: ['kept'],
      }),
    );
    expect(await ok(api.get(`/posts/${draft.id}`))).toEqual(reply.body);
  });

  it('returns 400 for an unknown action or empty headline and 404 for an unknown id', async () => {
    const { id } = await makeDraft(api);
    expect(await api.put(`/drafts/${id}`, { action: 'burn' })).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'action: must be one of publish, restore'),
    });
    expect(await api.put(`/drafts/${id}`, { headline: ' ' })).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'headline: must not be empty'),
    });
    expect(await api.put(`/drafts/${UNKNOWN}`, {})).toMatchObject({ status: 404 });
  });

  it('returns 412 when If-Match has the ETag of an outdated GET', async () => {
    const { id } = await makeDraft(api);
    const read = (await api.get(`/drafts/${id}`)).headers.get('etag') ?? '';
    const first = await api.put(`/drafts/${id}`, { media: 'a' }, { headers: { 'if-match': read } });
    expect(first.status).toBe(200);
    const second = await api.put(`/drafts/${id}`, { media: 'b' }, { headers: { 'if-match': read } });
    expect(second).toMatchObject({ status: 412, body: { status: { code: 'precondition_failed' } } });
    expect((await ok(api.get(`/drafts/${id}`))).media).toBe('a');
  });
});

describe('DELETE /drafts/<id>', () => {
  it('removes the draft and returns an empty object', async () => {
    const { id } = await makeDraft(api);
    expect(await api.delete(`/drafts/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await api.get(`/drafts/${id}`)).status).toBe(404);
    expect((await api.delete(`/drafts/${id}`)).status).toBe(404);
  });

  it('returns 404 for an unknown id and for a published post, which stays', async () => {
    const post = await makePost(api);
    expect((await api.delete(`/drafts/${UNKNOWN}`)).status).toBe(404);
    expect((await api.delete(`/drafts/${post.id}`)).status).toBe(404);
    expect((await api.get(`/posts/${post.id}`)).status).toBe(200);
  });

  it('returns 412 when If-Match does not match the current ETag', async () => {
    const { id } = await makeDraft(api);
    const stale = await api.delete(`/drafts/${id}`, { headers: { 'if-match': '"9-x"' } });
    expect(stale.status).toBe(412);
    expect((await api.delete(`/drafts/${id}`, { headers: { 'if-match': '"1"' } })).status).toBe(200);
  });
});

describe('GET /drafts', () => {
  it('lists drafts with all fields and their draft_url', async () => {
    const made = await makeDraft(api, { headline: 'Listed', body: '<b>Whole</b>' });
    const [first] = await ok(api.get('/drafts', { query: { limit: 1 } }));
    expect(first).toEqual(made);
  });

  it('accepts a limit up to 30', async () => {
    expect((await api.get('/drafts', { query: { limit: 30 } })).status).toBe(200);
    expect(await api.get('/drafts', { query: { limit: 31 } })).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'limit: must be an integer from 1 to 30'),
    });
  });
});

describe('drafts and Guest Writers', () => {
  it('lets a Guest Writer create, edit and delete their own drafts', async () => {
    const writer = await api.makeKey('Guest Writer');
    const draft = await makeDraft(api, {}, { key: writer.key });
    expect(draft.roar_author_ids).toEqual([writer.authorId]);
    expect((await api.put(`/drafts/${draft.id}`, { media: 'x' }, { key: writer.key })).status).toBe(200);
    expect((await api.delete(`/drafts/${draft.id}`, { key: writer.key })).status).toBe(200);
  });

  it('lets a Guest Writer edit a draft of which they are one of several authors', async () => {
    const writer = await api.makeKey('Guest Writer');
    const draft = await makeDraft(api, { roar_author_ids: [api.stack.adminAuthorId, writer.authorId] });
    expect((await api.put(`/drafts/${draft.id}`, { media: 'x' }, { key: writer.key })).status).toBe(200);
  });

  it('lets a Guest Writer read but neither edit nor delete drafts of others', async () => {
    const { key } = await api.makeKey('Guest Writer');
    const { id } = await makeDraft(api);
    const message = 'A Guest Writer edits and deletes only drafts of which it is an author';
    const forbidden = { status: 403, body: errorAnswer('forbidden', message) };
    expect(await api.put(`/drafts/${id}`, { media: 'x' }, { key })).toMatchObject(forbidden);
    expect(await api.delete(`/drafts/${id}`, { key })).toMatchObject(forbidden);
    expect((await api.get(`/drafts/${id}`, { key })).status).toBe(200);
  });

  it('returns 403 when a Guest Writer publishes or restores a draft, even their own', async () => {
    const { key } = await api.makeKey('Guest Writer');
    const { id } = await makeDraft(api, {}, { key });
    const forbidden = {
      status: 403,
      body: errorAnswer('forbidden', 'This needs the permission publish_post'),
    };
    expect(await api.put(`/drafts/${id}`, { action: 'publish' }, { key })).toMatchObject(forbidden);
    await api.delete(`/drafts/${id}`, { key });
    expect(await api.put(`/drafts/${id}`, { action: 'restore' }, { key })).toMatchObject(forbidden);
  });
});
