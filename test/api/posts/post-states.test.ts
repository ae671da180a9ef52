import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { errorAnswer, fetchIds, makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const api = useApi();
function soon(): number {
  return Math.floor(Date.now() / 1000) + 86_400;
}

type State = 'draft' | 'scheduled' | 'published' | 'removed';

/** Makes a post in a state and returns its id. */
async function inState(state: State): Promise<number> {
  const { id } = state === 'published' ? await makePost(api) : await makeDraft(api);
  if (state === 'scheduled') await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: soon() }));
  if (state === 'removed') await ok(api.delete(`/drafts/${id}`));
  return id;
}

const publish = { family: 'drafts', action: 'publish' } as const;
const restoreDraft = { family: 'drafts', action: 'restore' } as const;
const unpublish = { family: 'posts', action: 'unpublish' } as const;
const restorePost = { family: 'posts', action: 'restore' } as const;

describe('allowed action on a post', () => {
  it.each([
    ['draft', publish, 'published'],
    ['scheduled', publish, 'published'],
    ['published', unpublish, 'draft'],
    ['removed', restoreDraft, 'draft'],
    ['removed', restorePost, 'published'],
  ] as const)('changes the state from %s with %o to %s', async (state, { family, action }, next) => {
    const id = await inState(state);
    const reply = await api.put(`/${family}/${id}`, { action });
    expect(reply).toMatchObject({ status: 200, body: { id, status: next, scheduled_at: null } });
    const now = next === 'published' ? 'posts' : 'drafts';
    expect((await ok(api.get(`/${now}/${id}`))).status).toBe(next);
  });
});

describe('forbidden action on a post', () => {
  it.each([
    ['published', publish, 'action: a published post can’t be published'],
    ['removed', publish, 'action: a removed post can’t be published'],
    ['draft', restoreDraft, 'action: a draft post can’t be restored'],
    ['scheduled', restoreDraft, 'action: a scheduled post can’t be restored'],
    ['published', restoreDraft, 'action: a published post can’t be restored'],
    ['draft', unpublish, 'action: a draft post can’t be unpublished'],
    ['scheduled', unpublish, 'action: a scheduled post can’t be unpublished'],
    ['removed', unpublish, 'action: a removed post can’t be unpublished'],
    ['draft', restorePost, 'action: a draft post can’t be restored'],
    ['scheduled', restorePost, 'action: a scheduled post can’t be restored'],
    ['published', restorePost, 'action: a published post can’t be restored'],
  ] as const)(
    'returns 409 and changes nothing for a %s post with %o',
    async (state, { family, action }, message) => {
      const id = await inState(state);
      const reply = await api.put(`/${family}/${id}`, { action, media: 'sent with it' });
      expect(reply).toMatchObject({ status: 409, body: errorAnswer('conflict', message) });
      const listed = await ok(
        api.get('/posts/basename', { query: { basename: await findBasename(id), removed: 1 } }),
      );
      expect(listed).toMatchObject([{ id, status: state, media: '' }]);
    },
  );
});

describe('post in a state that a family of routes does not show', () => {
  it.each([
    ['drafts', 'published'],
    ['drafts', 'removed'],
    ['posts', 'draft'],
    ['posts', 'scheduled'],
    ['posts', 'removed'],
  ] as const)('returns 404 for GET, PUT and DELETE under /%s of a %s post', async (family, state) => {
    const id = await inState(state);
    for (const reply of [
      await api.get(`/${family}/${id}`),
      await api.put(`/${family}/${id}`, { media: 'x' }),
      await api.delete(`/${family}/${id}`),
    ]) {
      expect(reply).toMatchObject({ status: 404, body: { status: { code: 'not_found' }, data: null } });
    }
  });
});

describe('scheduled draft under /drafts', () => {
  it('a scheduled draft can be edited, removed and restored under /drafts', async () => {
    const id = await inState('scheduled');
    const edited = await ok(api.put(`/drafts/${id}`, { media: 'x' }));
    expect(edited).toMatchObject({ status: 'scheduled', media: 'x' });
    await ok(api.delete(`/drafts/${id}`));
    expect(await fetchIds(api, '/scheduled_posts')).not.toContain(id);
    const restored = await ok(api.put(`/drafts/${id}`, { action: 'restore' }));
    expect(restored).toMatchObject({ status: 'draft', scheduled_at: null });
  });
});

describe('action restore', () => {
  it('restores all fields and lists, and applies the fields of the request', async () => {
    const post = await makePost(api, { body: 'Kept', tags: ['t'], sections: [0] });
    await ok(api.delete(`/posts/${post.id}`));
    const restored = await ok(api.put(`/posts/${post.id}`, { action: 'restore', media: 'new' }));
    expect(restored).toMatchObject({
      body: 'Kept',
      tags: ['t'],
      sections: [0],
      media: 'new',
      status: 'published',
    });
    expect(restored.created_ts).toBe(post.created_ts);
    expect(await fetchIds(api, '/posts/tag', { query: { tag: 't' } })).toEqual([post.id]);
    expect(await fetchIds(api, '/posts/frontpage')).toEqual([post.id]);
  });

  it('keeps the basename when no other post has taken it', async () => {
    const post = await makePost(api, { headline: 'Mine again' });
    await ok(api.delete(`/posts/${post.id}`));
    await ok(api.put(`/posts/${post.id}`, { action: 'restore' }));
    expect((await ok(api.get(`/posts/${post.id}`))).basename).toBe('mine-again');
  });

  it('appends the id to the old basename when another post has taken it', async () => {
    const post = await makePost(api, { headline: 'Contested' });
    await ok(api.put(`/posts/${post.id}`, { headline: 'Another headline' }));
    await ok(api.delete(`/posts/${post.id}`));
    const usurper = await makePost(api, { headline: 'Contested' });
    expect(usurper.basename).toBe('contested');
    const restored = await ok(api.put(`/drafts/${post.id}`, { action: 'restore' }));
    expect(restored.basename).toBe(`contested-${post.id}`);
  });
});

async function findBasename(id: number): Promise<string> {
  const query = { removed: 1, limit: 100, include_fields: 'id,basename' };
  const [posts, drafts] = [
    await ok(api.get('/posts', { query })),
    await ok(api.get('/drafts', { query: { ...query, limit: 30 } })),
  ];
  return [...posts, ...drafts].find((post: { id: number }) => post.id === id).basename;
}
