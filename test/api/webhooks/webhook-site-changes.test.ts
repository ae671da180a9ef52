import { describe, expect, it } from 'vitest';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { isSignedWith } from '../../support/web/receiver.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { Webhooks } from '../../support/resources/webhooks.ts';

const api = useApi();
const hooks = new Webhooks(api);

interface Change {
  resource: string;
  id: number;
  type: string;
}

describe.skipIf(DEPLOYED)('webhook action site_change', () => {
  it('reports each change of sections, tags, authors and orders in its order, signed', async () => {
    const { id: webhook, secret } = await hooks.make({ actions: ['site_change'] });
    const section = (await makeSection(api, { url: 'news' })).id;
    await ok(api.put(`/sections/${section}`, { title: 'Latest' }));
    const tag = (await ok(api.post('/tags', { title: 'Ferry', url: 'ferry' }))).id;
    await ok(api.put(`/tags/${tag}`, { title: 'Ferries' }));
    await ok(api.delete(`/tags/${tag}`));
    const author = (await ok(api.post('/api/1.1/authors', { first_name: 'Ada' }))).id;
    await ok(api.put(`/api/1.1/authors/${author}`, { first_name: 'Ada', last_name: 'Obi' }));
    const post = await makePost(api, { sections: [section, 0] });
    await ok(api.put('/sections/0/order', { post_ids: [post.id] }));
    await ok(api.delete(`/sections/${section}`));
    const all = await hooks.received(9);

    const findChanges = (id: number) =>
      all.map(({ body }) => body.change as Change).filter(change => change.id === id);
    const types = (resource: string, id: number, ...names: string[]) =>
      names.map(type => ({ resource, id, type }));
    expect(findChanges(section)).toEqual(types('section', section, 'create', 'edit', 'delete'));
    expect(findChanges(tag)).toEqual(types('tag', tag, 'create', 'edit', 'delete'));
    expect(findChanges(author)).toEqual(types('author', author, 'create', 'edit'));
    expect(findChanges(0)).toEqual(types('order', 0, 'edit'));
    const [request] = all;
    expect(request!.body).toEqual({
      user_id: api.stack.adminAuthorId,
      post_id: null,
      post: null,
      post_url: null,
      action: 'site_change',
      change: expect.any(Object),
    });
    expect(isSignedWith(secret, request!)).toBe(true);
    expect((await hooks.settled(webhook, 'delivered'))[0]).toMatchObject({
      action: 'site_change',
      post_id: null,
      change: { type: expect.any(String) },
    });
  });

  it('reports nothing to a webhook whose actions do not name it, nor a change that was refused', async () => {
    await hooks.make({ actions: ['draft_create'] });
    await hooks.make({ url: `${hooks.receiver.origin}/site`, actions: ['site_change'] });
    await makeSection(api, { url: 'taken' });
    expect((await api.post('/sections', { title: 'Again', url: 'taken' })).status).toBe(409);
    expect((await api.put('/sections/7', { title: 'Unknown' })).status).toBe(404);
    const before = { headers: { 'if-match': '"7"' } };
    expect((await api.put('/sections/0/order', { post_ids: [] }, before)).status).toBe(412);
    await makeDraft(api);
    const all = await hooks.received(2);
    expect(all.map(({ path, body }) => [path, body.action]).sort()).toEqual([
      ['/in', 'draft_create'],
      ['/site', 'site_change'],
    ]);
  });

  it('repeats the same content in a replay', async () => {
    const { id: webhook } = await hooks.make({ actions: ['site_change'] });
    const { id } = await makeSection(api, { url: 'replayed' });
    const [first] = await hooks.received(1);
    const [delivery] = await hooks.settled(webhook, 'delivered');
    await ok(api.post(`/webhooks/${webhook}/deliveries/${delivery!.id}/replay`));
    const [, again] = await hooks.received(2);
    expect(again!.body).toEqual(first!.body);
    expect(again!.body.change).toEqual({ resource: 'section', id, type: 'create' });
  });
});
