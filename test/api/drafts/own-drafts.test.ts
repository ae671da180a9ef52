import { beforeAll, describe, expect, it } from 'vitest';
import { useApi, type Call, type Reply } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({ drafts: 'own', customRoles: { Stringer: ['write_draft'] } });

const IN_AN_HOUR_TS = Math.floor(Date.now() / 1000) + 3600;
/** Those who see only their own drafts. */
const LIMITED = ['Guest Writer', 'Stringer', 'Reader'] as const;

type State = 'draft' | 'scheduled' | 'removed';
const STATES: readonly State[] = ['draft', 'scheduled', 'removed'];

async function makeIn(state: State, fields: object = {}): Promise<any> {
  const post = await makeDraft(api, fields);
  if (state === 'scheduled')
    await ok(api.put(`/scheduled_posts/${post.id}`, { scheduled_at: IN_AN_HOUR_TS }));
  if (state === 'removed') await ok(api.delete(`/drafts/${post.id}`));
  return post;
}

async function idsIn(path: string, call: Call): Promise<number[]> {
  const posts: any[] = await ok(api.get(path, call));
  return posts.map(({ id }) => id);
}

describe.each(LIMITED)('the setting drafts: own, for a %s', role => {
  let key: string;
  let own: Record<State, any>;
  let other: Record<State, any>;
  const basename = `shared-${role.toLowerCase().replace(' ', '-')}`;

  beforeAll(async () => {
    const made = await api.makeKey(role);
    ({ key } = made);
    const sets: Record<State, any>[] = [];
    for (const roar_author_ids of [[made.authorId], []]) {
      const set: Partial<Record<State, any>> = {};
      for (const state of STATES)
        set[state] = await makeIn(state, {
          roar_author_ids,
          ...(state === 'removed' && { manual_basename: basename }),
        });
      sets.push(set as Record<State, any>);
    }
    [own, other] = sets as [Record<State, any>, Record<State, any>];
  });

  it('lists only drafts, scheduled and removed posts of the author', async () => {
    const [drafts, scheduled] = [[own.scheduled.id, own.draft.id], [own.scheduled.id]];
    expect(await idsIn('/drafts', { key })).toEqual(drafts);
    expect(await idsIn('/drafts?removed=1', { key })).toEqual([own.removed.id, ...drafts]);
    expect(await idsIn('/scheduled_posts', { key })).toEqual(scheduled);
    expect(await idsIn('/editor/posts?sort=created&state=draft,scheduled,removed', { key })).toEqual([
      own.removed.id,
      ...drafts,
    ]);
    expect(await idsIn('/editor/posts?sort=due', { key })).toEqual(scheduled);
    expect((await idsIn('/editor/posts?state=draft,scheduled,removed', { key })).sort()).toEqual(
      [own.removed.id, ...drafts].sort(),
    );
    expect(await idsIn(`/posts/basename?basename=${own.draft.basename}`, { key })).toEqual([own.draft.id]);
    expect(await idsIn(`/posts/basename?basename=${other.draft.basename}`, { key })).toEqual([]);
    expect(await idsIn(`/posts/basename?basename=${basename}&removed=1`, { key })).toEqual([own.removed.id]);
  });

  it('fills pages, and continues by cursor and by offset, where posts of others lie between', async () => {
    const first = await api.get('/drafts?limit=1', { key });
    expect(first.body).toMatchObject([{ id: own.scheduled.id }]);
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1];
    expect(await idsIn(`/drafts?limit=1&cursor=${cursor}`, { key })).toEqual([own.draft.id]);
    expect(await idsIn('/drafts?limit=1&offset=1', { key })).toEqual([own.draft.id]);
  });

  it('lists removed posts of the author alone beside published ones', async () => {
    const published = await makePost(api);
    for (const filter of ['', '&order=updated', '&start_ts=0', '&type=page']) {
      const ids = await idsIn(`/posts?removed=1&limit=100${filter}`, { key });
      expect(ids).toContain(published.id);
      expect(ids).toContain(own.removed.id);
      expect(ids).not.toContain(other.removed.id);
    }
  });

  it('returns what the author may see, and 404 for other posts as for unknown ones', async () => {
    const status = async (path: string) => (await api.get(path, { key })).status;
    expect(await status(`/drafts/${own.draft.id}`)).toBe(200);
    expect(await status(`/scheduled_posts/${own.scheduled.id}`)).toBe(200);
    for (const state of STATES) expect(await status(`/editor/posts/${own[state].id}`)).toBe(200);
    expectUnknown(await api.get(`/drafts/${other.draft.id}`, { key }), other.draft.id, 'draft');
    expectUnknown(await api.get(`/drafts/${other.scheduled.id}`, { key }), other.scheduled.id, 'draft');
    const { id } = other.scheduled;
    expectUnknown(await api.get(`/scheduled_posts/${id}`, { key }), id, 'scheduled draft');
    for (const state of STATES)
      expectUnknown(await api.get(`/editor/posts/${other[state].id}`, { key }), other[state].id, 'post');
  });

  it('returns published posts of all authors', async () => {
    const { id } = await makePost(api);
    for (const path of [`/posts/${id}`, `/editor/posts/${id}`]) await ok(api.get(path, { key }));
  });
});

function expectUnknown(reply: Reply, id: number, name: string): void {
  expectRefused(reply, 404, 'not_found', `There is no ${name} with the id ${id}`);
}

describe.each(['Guest Writer', 'Stringer'])('the setting drafts: own, for a writing %s', role => {
  it('returns 404 for edits, removal, previews and presence of drafts of others', async () => {
    const { key } = await api.makeKey(role);
    for (const state of STATES) {
      const { id } = await makeIn(state);
      expectUnknown(await api.put(`/drafts/${id}`, { headline: 'X' }, { key }), id, 'draft');
      expectUnknown(await api.delete(`/drafts/${id}`, { key }), id, 'draft');
      expectUnknown(await api.put(`/editor/posts/${id}`, { headline: 'X' }, { key }), id, 'post');
      expectUnknown(await api.put(`/editor/posts/${id}/presence`, { state: 'viewing' }, { key }), id, 'post');
      for (const base of ['/drafts', '/editor/posts'])
        expectUnknown(await api.post(`${base}/${id}/previews`, {}, { key }), id, 'draft');
      expectUnknown(await api.get(`/editor/posts/${id}/previews`, { key }), id, 'draft');
      expectUnknown(await api.delete(`/editor/posts/${id}/previews`, { key }), id, 'draft');
      expectUnknown(await api.delete(`/editor/posts/${id}/previews/7`, { key }), id, 'draft');
    }
  });

  it('returns 404 for the revocation of a preview of others, which goes on', async () => {
    const { key } = await api.makeKey(role);
    const { id } = await makeDraft(api);
    const { token } = await ok(api.post(`/drafts/${id}/previews`, {}));
    const path = `/previews/${token}`;
    expectRefused(await api.delete(path, { key }), 404, 'not_found', 'There is no preview with this token');
    expect((await api.get(path, { key: null })).status).toBe(200);
  });

  it('edits and shares a draft of the author until it is one no longer', async () => {
    const { key, authorId } = await api.makeKey(role);
    const { id } = await ok(api.post('/drafts', { headline: 'Own' }, { key }));
    await ok(api.put(`/editor/posts/${id}`, { headline: 'Mine' }, { key }));
    await ok(api.put(`/editor/posts/${id}/presence`, { state: 'editing' }, { key }));
    const { token } = await ok(api.post(`/drafts/${id}/previews`, {}, { key }));
    const read = async () => (await api.get(`/previews/${token}`, { key: null })).status;
    expect(await read()).toBe(200);
    await ok(api.put(`/drafts/${id}`, { roar_author_ids: [] }));
    expectUnknown(await api.put(`/drafts/${id}`, { headline: 'X' }, { key }), id, 'draft');
    expect(await read()).toBe(404);
    await ok(api.put(`/drafts/${id}`, { roar_author_ids: [authorId] }));
    expect(await read()).toBe(404);
  });
});

describe('the setting drafts: own, with publish_post', () => {
  it.each(['Guest Editor', 'Editor', 'Administrator'])('hides nothing from a %s', async role => {
    const { key } = await api.makeKey(role);
    for (const state of STATES) {
      const { id } = await makeIn(state);
      await ok(api.get(`/editor/posts/${id}`, { key }));
      expect(await idsIn('/drafts?removed=1', { key })).toContain(id);
    }
  });

  it('limits a key that was narrowed to reading', async () => {
    const { key } = await api.makeKey('Editor', { permissions: ['read'] });
    const { id } = await makeDraft(api);
    expectUnknown(await api.get(`/drafts/${id}`, { key }), id, 'draft');
  });
});

it('the setting drafts: own hides the revisions of a published post from when it was a draft', async () => {
  const { key } = await api.makeKey('Reader');
  const { id } = await makeDraft(api);
  await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
  await ok(api.put(`/posts/${id}`, { headline: 'Later' }));
  const path = `/editor/posts/${id}/revisions`;
  const listed: any[] = await ok(api.get(path, { key }));
  expect(listed.map(({ version }) => version)).toEqual([2]);
  expect((await api.get(`${path}/2`, { key })).status).toBe(200);
  const unknown = `The post ${id} has no revision of version 1`;
  expectRefused(await api.get(`${path}/1`, { key }), 404, 'not_found', unknown);
  const draft = await makeDraft(api);
  for (const rest of ['', '/1']) {
    const hidden = await api.get(`/editor/posts/${draft.id}/revisions${rest}`, { key });
    expectRefused(hidden, 404, 'not_found', `There is no post with the id ${draft.id}`);
  }
});
