import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import {
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

describe('POST /posts', () => {
  it('publishes at once and answers without draft_url', async () => {
    const reply = await api.post('/posts', { headline: 'Breaking: Ünïcode!' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(
      postAnswer({
        headline: 'Breaking: Ünïcode!',
        basename: 'breaking-uenicode',
        slug: '/breaking-uenicode',
        post_url: 'http://127.0.0.1:4000/breaking-uenicode',
        roar_author_ids: [api.stack.adminAuthorId],
        author_id: api.stack.adminAuthorId,
      }),
    );
    expect(await ok(api.get(`/posts/${reply.body.id}`))).toEqual(reply.body);
    expect(reply.headers.get('etag')).toMatch(/^"1-/);
  });

  it('accepts only the action publish', async () => {
    expect((await makePost(api, { action: 'publish' })).status).toBe('published');
    const reply = await api.post('/posts', { headline: 'x', action: 'unpublish' });
    expect(reply).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'action: must be one of publish'),
    });
  });

  it('refuses a post without a headline', async () => {
    const reply = await api.post('/posts', {});
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', 'headline: is required') });
  });

  it('returns 409 when another post has the provider_post_id', async () => {
    await makeDraft(api, { provider_post_id: 'wp-1' });
    const reply = await api.post('/posts', { headline: 'Again', provider_post_id: 'wp-1' });
    expect(reply).toMatchObject({
      status: 409,
      body: errorAnswer('conflict', 'provider_post_id: another post of provider 20 has it'),
    });
  });
});

describe('GET /posts/<id>', () => {
  it('returns 404 for an unknown id, a draft and a removed post', async () => {
    const draft = await makeDraft(api);
    const gone = await makePost(api);
    await api.delete(`/posts/${gone.id}`);
    for (const id of [UNKNOWN, draft.id, gone.id]) {
      const reply = await api.get(`/posts/${id}`);
      expect(reply).toMatchObject({ status: 404, body: { status: { code: 'not_found' }, data: null } });
    }
  });

  it('returns 400 for an id that is not an integer from 0 to 2^53-1', async () => {
    for (const id of ['one', '1.5', '-1', '9007199254740992', '99999999999999999999']) {
      expect(await api.get(`/posts/${id}`)).toMatchObject({
        status: 400,
        body: errorAnswer('invalid_input', 'id: must be an integer from 0 to 2^53-1'),
      });
    }
  });
});

describe('PUT /posts/<id>', () => {
  it('changes only the fields that are sent', async () => {
    const before = await makePost(api, { headline: 'Old', body: 'Body', tags: ['a'] });
    const reply = await api.put(`/posts/${before.id}`, { headline: 'New' });
    expect(reply.body).toEqual({ ...before, headline: 'New', updated_ts: recently });
    expect(await ok(api.get(`/posts/${before.id}`))).toEqual(reply.body);
  });

  it('unpublishes with the action unpublish and answers with a draft_url', async () => {
    const post = await makePost(api, { headline: 'Going Back' });
    const reply = await api.put(`/posts/${post.id}`, { action: 'unpublish', media: 'edited too' });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(
      draftAnswer({
        id: post.id,
        headline: 'Going Back',
        media: 'edited too',
        draft_url: `${post.post_url}?draft=1`,
        last_published_ts: recently,
      }),
    );
    expect(await ok(api.get(`/drafts/${post.id}`))).toEqual(reply.body);
  });

  it('refuses an unknown action, a null headline and an unknown id', async () => {
    const { id } = await makePost(api);
    expect(await api.put(`/posts/${id}`, { action: 'publish' })).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'action: must be one of unpublish, restore'),
    });
    expect(await api.put(`/posts/${id}`, { headline: null })).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'headline: must be a string'),
    });
    expect((await api.put(`/posts/${UNKNOWN}`, {})).status).toBe(404);
    expect((await api.put(`/posts/${UNKNOWN}`, { action: 'unpublish' })).status).toBe(404);
  });

  it('returns 412 when If-Match has another version', async () => {
    const { id } = await makePost(api);
    const stale = await api.put(`/posts/${id}`, { media: 'x' }, { headers: { 'if-match': '"7"' } });
    expect(stale).toMatchObject({ status: 412, body: { status: { code: 'precondition_failed' } } });
    const fresh = await api.put(`/posts/${id}`, { media: 'x' }, { headers: { 'if-match': '"1"' } });
    expect(fresh.status).toBe(200);
  });
});

describe('DELETE /posts/<id>', () => {
  it('removes a post and answers {}', async () => {
    const { id } = await makePost(api);
    expect(await api.delete(`/posts/${id}`)).toMatchObject({ status: 200, body: {} });
    expect((await api.delete(`/posts/${id}`)).status).toBe(404);
  });

  it('returns 404 for an unknown id and for a draft, which stays', async () => {
    const draft = await makeDraft(api);
    expect((await api.delete(`/posts/${UNKNOWN}`)).status).toBe(404);
    expect((await api.delete(`/posts/${draft.id}`)).status).toBe(404);
    expect((await api.get(`/drafts/${draft.id}`)).status).toBe(200);
  });

  it('returns 412 when If-Match has another version', async () => {
    const { id } = await makePost(api);
    expect((await api.delete(`/posts/${id}`, { headers: { 'if-match': '"7"' } })).status).toBe(412);
    expect((await api.delete(`/posts/${id}`, { headers: { 'if-match': '"1"' } })).status).toBe(200);
  });
});

describe('permissions of /posts and /drafts', () => {
  const calls = [
    ['POST', '/drafts', 'write_draft'],
    ['PUT', '/drafts/1', 'write_draft'],
    ['DELETE', '/drafts/1', 'write_draft'],
    ['GET', '/drafts', 'read'],
    ['GET', '/drafts/1', 'read'],
    ['POST', '/posts', 'publish_post'],
    ['PUT', '/posts/1', 'publish_post'],
    ['DELETE', '/posts/1', 'publish_post'],
    ['GET', '/posts', 'read'],
    ['GET', '/posts/1', 'read'],
    ['GET', '/posts/frontpage', 'read'],
    ['GET', '/posts/section?section_name=x', 'read'],
    ['GET', '/posts/tag?tag=x', 'read'],
    ['GET', '/posts/author?author_id=1', 'read'],
    ['GET', '/posts/basename?basename=x', 'read'],
  ] as const;

  it.each(calls)('%s %s returns 403 without the permission %s', async (method, path, permission) => {
    const { key } = await api.makeKey('Administrator', { permissions: othersThan(permission) });
    const body = method === 'GET' ? {} : { body: { headline: 'x' } };
    expect(await api.send(method, path, { key, ...body })).toMatchObject({
      status: 403,
      body: errorAnswer('forbidden', `This needs the permission ${permission}`),
    });
    const able = await api.makeKey('Administrator', { permissions: [permission] });
    expect((await api.send(method, path, { key: able.key, ...body })).status).not.toBe(403);
  });

  it.each(calls)('%s %s returns 401 without a key and 403 with a wrong one', async (method, path) => {
    const without = await api.send(method, path, { key: null });
    expect(without).toMatchObject({ status: 401, body: { status: { code: 'api_key_missing' } } });
    const wrong = await api.send(method, path, { key: 'wrong' });
    expect(wrong).toMatchObject({
      status: 403,
      body: errorAnswer('api_key_invalid', 'API key is not valid'),
    });
  });

  function othersThan(permission: string): string[] {
    return ['read', 'engage', 'write_draft', 'publish_post', 'upload'].filter(name => name !== permission);
  }
});
