import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { fetchIds, makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';

const api = useApi();

/** The names of all lists that have a post now. */
async function listsWith({ id, basename }: { id: number; basename: string }): Promise<string[]> {
  const { authorId } = other;
  const lists: [string, object][] = [
    ['/posts', {}],
    ['/posts?removed=1', {}],
    ['/posts/frontpage', {}],
    ['/posts/section a', { section_name: 'a' }],
    ['/posts/section b', { section_name: 'b' }],
    ['/posts/tag x', { tag: 'x' }],
    ['/posts/tag y', { tag: 'y' }],
    ['/posts/author admin', { author_id: api.stack.adminAuthorId }],
    ['/posts/author other', { author_id: authorId }],
    ['/posts/basename', { basename }],
    ['/posts/basename?removed=1', { basename }],
    ['/drafts', {}],
    ['/drafts?removed=1', {}],
    ['/scheduled_posts', {}],
  ];
  const found = await Promise.all(
    lists.map(async ([name, query]) => {
      const path = name.split(' ')[0] ?? '';
      return (await fetchIds(api, path, { query: { limit: 30, ...query } })).includes(id) ? [name] : [];
    }),
  );
  return found.flat();
}

let other: { authorId: number };

const removedLists = ['/posts?removed=1', '/posts/basename?removed=1', '/drafts?removed=1'];
const draftLists = ['/posts/basename', '/posts/basename?removed=1', '/drafts', '/drafts?removed=1'];
const postLists = ['/posts', '/posts?removed=1', '/posts/basename', '/posts/basename?removed=1'];
const fields = { tags: ['x'], sections: [0, 'a'] };
function sortPlaces(...places: string[]): string[] {
  return [...postLists, ...places].sort();
}

const before = ['/posts/frontpage', '/posts/section a', '/posts/tag x', '/posts/author admin'];
const after = ['/posts/section b', '/posts/tag y', '/posts/author other'];

describe('lists of posts right after a write', () => {
  it('show each change of a post’s state', async () => {
    other = await api.makeKey('Editor');
    await makeSection(api, { title: 'A', url: 'a' });
    await makeSection(api, { title: 'B', url: 'b', tags: ['y'] });
    const soon = Math.floor(Date.now() / 1000) + 86_400;

    const draft = await makeDraft(api, fields);
    const lists = async (): Promise<string[]> => (await listsWith(draft)).sort();
    expect(await lists()).toEqual([...draftLists].sort());

    await ok(api.put(`/scheduled_posts/${draft.id}`, { scheduled_at: soon }));
    expect(await lists()).toEqual([...draftLists, '/scheduled_posts'].sort());

    await ok(api.delete(`/scheduled_posts/${draft.id}`));
    expect(await lists()).toEqual([...draftLists].sort());

    await ok(api.put(`/drafts/${draft.id}`, { action: 'publish' }));
    expect(await lists()).toEqual(sortPlaces(...before));

    await ok(api.put(`/posts/${draft.id}`, { tags: ['y'], sections: [], roar_author_ids: [other.authorId] }));
    expect(await lists()).toEqual(sortPlaces(...after));

    await ok(api.put(`/posts/${draft.id}`, { action: 'unpublish' }));
    expect(await lists()).toEqual([...draftLists].sort());

    await ok(api.delete(`/drafts/${draft.id}`));
    expect(await lists()).toEqual([...removedLists].sort());

    await ok(api.put(`/posts/${draft.id}`, { action: 'restore' }));
    expect(await lists()).toEqual(sortPlaces(...after));

    await ok(api.delete(`/posts/${draft.id}`));
    expect(await lists()).toEqual([...removedLists].sort());

    await ok(api.put(`/drafts/${draft.id}`, { action: 'restore' }));
    expect(await lists()).toEqual([...draftLists].sort());
  });

  it('show a post that POST /posts has created', async () => {
    const post = await makePost(api, { ...fields, headline: 'At once' });
    expect((await listsWith(post)).sort()).toEqual(sortPlaces(...before));
  });

  it('show a post at its new date after created_ts changed', async () => {
    const old = await makePost(api, { ...fields, created_ts: 1_000_000_000 });
    const newest = Math.floor(Date.now() / 1000) + 1000;
    await ok(api.put(`/posts/${old.id}`, { created_ts: newest }));
    for (const [path, query] of [
      ['/posts', {}],
      ['/posts/frontpage', {}],
      ['/posts/section', { section_name: 'a' }],
      ['/posts/tag', { tag: 'x' }],
      ['/posts/author', { author_id: api.stack.adminAuthorId }],
    ] as const) {
      const [first, ...rest] = await fetchIds(api, path, { query: { ...query, limit: 30 } });
      expect([path, first]).toEqual([path, old.id]);
      expect(rest).not.toContain(old.id);
    }
  });
});
