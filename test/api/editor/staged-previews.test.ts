import { afterEach, describe, expect, it } from 'vitest';
import { useApi, withoutSweeps, type Call } from '../../support/api/api.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { BODY, NEW_BODY, stagingCalls } from '../../support/resources/staged.ts';
import { advanceClock, restoreClock } from '../../support/time/clock.ts';

process.env.LOG_LEVEL = 'silent';

const api = useApi({ features: { publicRead: true } }, undefined, withoutSweeps);
const { put, stage, makeWriter } = stagingCalls(api);

afterEach(restoreClock);

const pathOf = (id: number) => `/editor/posts/${id}/previews`;
const share = (id: number, call?: Call): Promise<any> =>
  ok(api.post(pathOf(id), { staged: true, expires_in: 3600 }, call));
const read = (token: string, query: Record<string, string> = {}) =>
  api.get(`/previews/${token}`, { key: null, query });

async function expectEnded(token: string): Promise<void> {
  expectRefused(await read(token), 404, 'not_found', 'There is no preview with this token');
}

/** A published post with a staged headline and body, and a link to it. */
async function makeShared(call?: Call) {
  const post = await makePost(api, { headline: 'Live', body: BODY });
  await stage(post.id, { headline: 'Staged', body: NEW_BODY });
  return { ...post, shared: await share(post.id, call) };
}

describe('POST /editor/posts/{id}/previews with staged', () => {
  it('returns a link that shows the post with its staged change, as that is now', async () => {
    const { id, post_url, shared } = await makeShared();
    expect(shared.url).toBe(`${post_url}?preview=${shared.token}`);
    expect((await read(shared.token)).body).toMatchObject({ id, headline: 'Staged', body: NEW_BODY });
    await stage(id, { headline: 'Staged again' });
    const { body, headers } = await read(shared.token);
    expect(body).toMatchObject({ status: 'published', headline: 'Staged again', body: NEW_BODY });
    expect(body).not.toHaveProperty('draft_url');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await ok(api.get(`/posts/${id}`))).toMatchObject({ headline: 'Live', body: BODY });
  });

  it('makes the staged body safe, and leaves the safe form of the published one as it is', async () => {
    const long = `${'<p>A bridge.</p>'.repeat(300)}<script>alert(1)</script>`;
    const { id } = await makePost(api, { body: '<p>Safe as sent.</p>'.repeat(300) });
    await stage(id, { body: long });
    const { token } = await share(id);
    const safe = { render_shortcodes: '1', safe: '1' };
    for (let times = 0; times < 2; times++) {
      expect((await read(token, safe)).body.body_html).toBe('<p>A bridge.</p>'.repeat(300));
      const { body_html } = await ok(api.get(`/posts/${id}`, { key: null, query: safe }));
      expect(body_html).toBe('<p>Safe as sent.</p>'.repeat(300));
    }
  });

  it('returns 404 where no change is staged, and for an unknown post', async () => {
    const [post, draft] = [await makePost(api), await makeDraft(api)];
    for (const { id } of [post, draft])
      expectRefused(
        await api.post(pathOf(id), { staged: true }),
        404,
        'not_found',
        `The post ${id} has no staged change`,
      );
    expectRefused(await api.post(pathOf(12), { staged: true }), 404, 'not_found', /no post with the id 12/);
  });

  it('returns 403 to a writer who is no author of the post, and a link to one who is', async () => {
    const [writer, other] = [await makeWriter(), await makeWriter()];
    const { id } = await makePost(api, { roar_author_ids: [writer.authorId] });
    await stage(id, { headline: 'Mine' }, { key: writer.key });
    const { token } = await share(id, { key: writer.key });
    expect((await read(token)).body.headline).toBe('Mine');
    expectRefused(await api.post(pathOf(id), { staged: true }, { key: other.key }), 403, 'forbidden');
  });
});

describe('preview of a staged change', () => {
  it.each([
    ['is applied', (id: number) => put(id, { apply: true })],
    ['is discarded', (id: number) => put(id, { discard: true })],
    ['is dropped with the post', (id: number) => api.delete(`/posts/${id}`)],
  ])('ends for good when the change %s', async (_how, end) => {
    const { id, shared } = await makeShared();
    await ok(end(id));
    await expectEnded(shared.token);
    if ((await api.get(`/posts/${id}`)).status === 200) {
      await stage(id, { headline: 'Another change' });
      await expectEnded(shared.token);
      expect(await ok(api.get(pathOf(id)))).toEqual([]);
    }
  });

  it('goes on when the post is unpublished, which keeps the change', async () => {
    const { id, shared } = await makeShared();
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    const { body } = await read(shared.token);
    expect(body).toMatchObject({ status: 'draft', headline: 'Staged', draft_url: expect.any(String) });
  });

  it('ends for good when its creator is no author of the post any more', async () => {
    const writer = await makeWriter();
    const authors = [writer.authorId, api.stack.adminAuthorId];
    const { id } = await makePost(api, { roar_author_ids: authors });
    await stage(id, { headline: 'Mine' }, { key: writer.key });
    const { token } = await share(id, { key: writer.key });
    await ok(api.put(`/posts/${id}`, { roar_author_ids: [api.stack.adminAuthorId] }));
    await ok(api.put(`/posts/${id}`, { roar_author_ids: authors }));
    await expectEnded(token);
  });

  it('ends when the key that made it is revoked', async () => {
    const editor = await api.makeKey('Editor');
    const { shared } = await makeShared({ key: editor.key });
    await ok(api.delete(`/api_keys/${editor.keyId}`));
    advanceClock(10);
    await expectEnded(shared.token);
  });

  it('GET /editor/posts/{id}/previews lists it as staged, and DELETE revokes one or all', async () => {
    const { id, shared } = await makeShared();
    const second = await share(id);
    const listed = await ok(api.get(pathOf(id)));
    expect(listed).toMatchObject([
      { id: second.id, staged: true },
      { id: shared.id, staged: true },
    ]);
    await ok(api.delete(`${pathOf(id)}/${second.id}`));
    await expectEnded(second.token);
    expect((await read(shared.token)).status).toBe(200);
    await ok(api.delete(pathOf(id)));
    await expectEnded(shared.token);
  });

  it('returns 403 to a writer who is no author of the post and lists or revokes it', async () => {
    const { id, shared } = await makeShared();
    const { key } = await makeWriter();
    for (const reply of [
      await api.get(pathOf(id), { key }),
      await api.delete(`${pathOf(id)}/${shared.id}`, { key }),
      await api.delete(pathOf(id), { key }),
      await api.delete(`/previews/${shared.token}`, { key }),
    ])
      expectRefused(reply, 403, 'forbidden');
    await ok(api.delete(`/previews/${shared.token}`));
    await expectEnded(shared.token);
  });

  it('leaves previews of the draft before to everyone who may edit drafts', async () => {
    const { key } = await api.makeKey('Guest Editor', { permissions: ['write_draft'] });
    const { id } = await makeDraft(api);
    const { token } = await ok(api.post(`/drafts/${id}/previews`, {}));
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    expect(await ok(api.delete(`/previews/${token}`, { key }))).toEqual({});
  });

  it('shows nothing when another request applies the change at the same time', async () => {
    const { id } = await makePost(api, { headline: 'Live' });
    await stage(id, { headline: 'Staged' });
    const [made, applied] = await Promise.all([
      api.post(pathOf(id), { staged: true }),
      put(id, { apply: true }),
    ]);
    expect(applied.status).toBe(200);
    if (made.status === 200) await expectEnded(made.body.token);
    else expect(made.status).toBe(404);
  });

  it('leaves both of its items or none when the process dies between two calls', async () => {
    const { id } = await makeShared();
    const counts: number[] = [];
    for (const calls of [0, 1, 2, 3]) {
      await withFaults(dyingAfter(calls), () => api.post(pathOf(id), { staged: true }));
      counts.push((await ok(api.get(pathOf(id)))).length);
    }
    expect(counts.at(-1)).toBe(2);
    for (const [index, count] of counts.entries()) expect(count).toBe(index < 3 ? 1 : 2);
  });
});
