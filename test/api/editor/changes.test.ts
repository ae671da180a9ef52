import { beforeAll, describe, expect, it } from 'vitest';
import { numberChanges } from '../../../shared/posts/changes/number.ts';
import { countPosts } from '../../../shared/posts/changes/count-posts.ts';
import { applyDue } from '../../../shared/posts/publishing/staging/apply-due.ts';
import { enterDrafts } from '../../../shared/posts/publishing/jobs/enter-drafts.ts';
import { findDisagreements } from '../../support/table/checked-table.ts';
import { eventually, useApi, type Reply } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { commandsIn, countCalls, named } from '../../support/costs/counted.ts';
import { makeImage, settledImage } from '../../support/resources/images.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { advanceClock, stopClock } from '../../support/time/clock.ts';

const api = useApi({ drafts: 'own', features: { publicRead: true } }, named);
const PATH = '/editor/changes';
const soon = Math.floor(Date.now() / 1000) + 86_400;

/** Reads a feed as a client does, from its present end on. */
async function follow(path = PATH, key?: string | null) {
  const call = key === undefined ? {} : { key };
  const read = (query: Record<string, string>): Promise<Reply> => api.get(path, { ...call, query });
  await numberChanges();
  let { cursor } = await ok(read({}));
  return async (): Promise<any[]> => {
    await numberChanges();
    const found = [];
    for (let hasMore = true; hasMore;) {
      const { changes, ...next } = await ok(read({ since: cursor, limit: '2' }));
      found.push(...changes);
      ({ cursor, has_more: hasMore } = next);
    }
    return found;
  };
}

describe('GET /editor/changes', () => {
  let admin: number;
  beforeAll(() => {
    admin = api.stack.adminAuthorId;
  });

  it('answers each change of a post with its version, state and author, newest last', async () => {
    const read = await follow();
    const { id } = await makeDraft(api);
    await ok(api.put(`/drafts/${id}`, { headline: 'Edited' }));
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: soon }));
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    await ok(api.delete(`/drafts/${id}`));

    const changes = await read();
    const row = (version: number, state: string) => ({
      ...{ kind: 'post', id, version, state, who: admin, ts: expect.any(Number) },
    });
    expect(changes).toEqual([
      row(1, 'draft'),
      row(2, 'draft'),
      row(3, 'scheduled'),
      row(4, 'published'),
      row(5, 'draft'),
      row(6, 'removed'),
    ]);
    expect(await read()).toEqual([]);
  });

  it('answers changes of sections, tags, orders, authors and images', async () => {
    const read = await follow();
    const section = await makeSection(api);
    const { id: post } = await makePost(api, { sections: [section.id] });
    await ok(api.put(`/sections/${section.id}`, { status: 1 }));
    await ok(api.put(`/sections/${section.id}/order`, { post_ids: [post] }));
    await ok(api.delete(`/sections/${section.id}`));
    const tag = await ok(api.post('/tags', { title: 'Harbour', url: 'harbour' }));
    await ok(api.delete(`/tags/${tag.id}`));
    const author = await ok(
      api.post('/api/1.1/authors', { role: 'Editor', first_name: 'Ada', last_name: 'N' }),
    );
    await ok(api.put(`/api/1.1/authors/${author.id}`, { first_name: 'Bo', last_name: 'N' }));
    const image = await makeImage(api);
    await settledImage(api, image.id);

    const row = (kind: string, { id }: { id: number }, version: number, state: string | null) => ({
      ...{ kind, id, version, state, who: admin, ts: expect.any(Number) },
    });
    expect((await read()).filter(({ kind, who }) => kind !== 'post' && who !== null)).toEqual([
      row('section', section, 1, 'public'),
      row('section', section, 2, 'private'),
      row('order', section, 1, null),
      row('section', section, 3, 'gone'),
      row('tag', tag, 1, null),
      row('tag', tag, 2, 'gone'),
      row('author', author, 1, null),
      row('author', author, 2, null),
      row('image', image, 1, 'pending'),
    ]);
  });

  it('answers no changes and the cursor of the end without a cursor, and the same again when nothing changed', async () => {
    await numberChanges();
    const { body } = await api.get(PATH);
    expect(body).toEqual({ changes: [], cursor: expect.stringMatching(/^\d+$/), has_more: false });

    let reply: Reply | undefined;
    const calls = await countCalls(async () => {
      reply = await api.get(PATH, { query: { since: body.cursor } });
    });
    expect(commandsIn(calls)).toEqual(['Query']);
    expect(reply?.body).toEqual(body);
    const again = {
      query: { since: body.cursor },
      headers: { 'if-none-match': reply?.headers.get('etag') ?? '' },
    };
    expect((await api.get(PATH, again)).status).toBe(304);
  });

  it('returns 410 for a cursor whose next changes are older than a day', async () => {
    await numberChanges();
    const { cursor } = await ok(api.get(PATH));
    await makeDraft(api);
    await numberChanges();
    stopClock();
    advanceClock(86_401);

    const reply = await api.get(PATH, { query: { since: cursor } });
    expectRefused(
      ...([reply, 410, 'cursor_expired'] as const),
      'since: the changes after this cursor are no longer kept; read everything again',
    );
  });

  it.each([
    [{ since: 'x' }, 'since: must be a cursor that this feed has given'],
    [{ limit: '101' }, 'limit: must be an integer from 1 to 100'],
  ])('returns 400 for %o', async (query, message) => {
    expectRefused(await api.get(PATH, { query: { ...query } }), 400, 'invalid_input', message);
  });

  it('answers what becomes of a staged change, to those who may read it', async () => {
    const writer = await api.makeKey('Guest Writer');
    const { id } = await makePost(api, { body: '<p>Live</p>' });
    const [read, readOwn] = [await follow(), await follow(PATH, writer.key)];
    const put = (fields: object) => ok(api.put(`/editor/posts/${id}`, fields));
    await put({ headline: 'Staged', body: '<p>Staged</p>', stage: true });
    await put({ apply_at: soon });
    await ok(api.put(`/posts/${id}`, { body: '<p>Live again</p>' }));
    expect(await applyDue(id, () => soon + 1)).toBe(null);
    await put({ discard: true });

    const row = (version: number, state: string, who: number | null = admin) => ({
      ...{ kind: 'staged_change', id, version, state, who, ts: expect.any(Number) },
    });
    const changes = await read();
    expect(changes.filter(({ kind }) => kind === 'staged_change')).toEqual([
      row(1, 'staged'),
      row(2, 'planned'),
      row(3, 'failed', null),
      row(4, 'gone'),
    ]);
    expect(changes.filter(({ kind }) => kind === 'post')).toMatchObject([{ id, version: 2 }]);
    expect(await readOwn()).toMatchObject([{ kind: 'post', id, version: 2 }]);
  });

  it('shows an author who may see only its own drafts the others’ when they are published, and that they are gone', async () => {
    const { key, authorId } = await api.makeKey('Guest Writer');
    const read = await follow(PATH, key);
    const own = await makeDraft(api, { roar_author_ids: [authorId] });
    const other = await makeDraft(api);
    await ok(api.put(`/drafts/${other.id}`, { action: 'publish' }));
    await ok(api.put(`/posts/${other.id}`, { action: 'unpublish' }));
    await ok(api.put(`/drafts/${other.id}`, { headline: 'Not for others' }));
    await ok(api.put(`/drafts/${own.id}`, { roar_author_ids: [admin] }));
    await ok(api.put(`/drafts/${own.id}`, { headline: 'Not for its former author' }));

    const row = ({ id }: { id: number }, version: number, state: string, who: number | null = admin) => ({
      ...{ kind: 'post', id, version, state, who, ts: expect.any(Number) },
    });
    expect(await read()).toEqual([
      row(own, 1, 'draft'),
      row(other, 2, 'published'),
      row(other, 3, 'gone', null),
      row(own, 2, 'gone', null),
    ]);
  });

  it('returns 401 without a key, also where the site’s posts are public', async () => {
    expectRefused(await api.get(PATH, { key: null }), 401, 'api_key_missing');
  });

  it('enters changes by itself', async () => {
    const { cursor } = await ok(api.get(PATH));
    const { id } = await makePost(api);
    const changes = await eventually(
      () => ok(api.get(PATH, { query: { since: cursor } })),
      seen => seen.changes.some((change: any) => change.id === id),
    );
    expect(changes).toMatchObject({ has_more: false });
  });
});

describe('GET /posts/changes', () => {
  const path = '/posts/changes';

  it('answers public posts and sections, to everyone the same, and once that each is gone', async () => {
    const [read, readWithKey] = [await follow(path, null), await follow(path)];
    const hidden = await makeSection(api, { status: 1 });
    const section = await makeSection(api);
    await makeDraft(api, { sections: [section.id] });
    await makePost(api, { sections: [hidden.id] });
    const post = await makePost(api, { sections: [section.id] });
    await ok(api.put(`/posts/${post.id}`, { headline: 'Edited' }));
    await ok(api.put(`/posts/${post.id}`, { sections: [hidden.id] }));
    await ok(api.put(`/posts/${post.id}`, { headline: 'Not public' }));
    await ok(api.put(`/posts/${post.id}`, { sections: [section.id] }));
    await ok(api.delete(`/posts/${post.id}`));
    await ok(api.put(`/sections/${section.id}`, { status: 1 }));
    await ok(api.put(`/sections/${section.id}`, { title: 'Not public' }));
    await ok(api.delete(`/sections/${section.id}`));

    const { id, post_url } = post;
    const { id: sectionId, url } = section;
    const changes = await read();
    expect(changes).toEqual([
      { kind: 'section', id: sectionId, version: 1, url },
      { kind: 'post', id, version: 1, post_url },
      { kind: 'post', id, version: 2, post_url },
      { kind: 'post', id, version: 3, post_url, gone: true },
      { kind: 'post', id, version: 5, post_url },
      { kind: 'post', id, version: 6, post_url, gone: true },
      { kind: 'section', id: sectionId, version: 2, url, gone: true },
    ]);
    expect(await readWithKey()).toEqual(changes);
  });

  it('gives the same cursor again while nothing public changes, in one Query', async () => {
    await numberChanges();
    const { body } = await api.get(path, { key: null });
    await makeDraft(api);
    await numberChanges();

    let reply: Reply | undefined;
    const calls = await countCalls(async () => {
      reply = await api.get(path, { key: null, query: { since: body.cursor } });
    });
    expect(commandsIn(calls)).toEqual(['Query']);
    expect(reply?.body).toEqual({ changes: [], cursor: body.cursor, has_more: false });
  });

  it('returns 410 for a cursor whose next changes are older than a day', async () => {
    await numberChanges();
    const { cursor } = await ok(api.get(path));
    await makePost(api);
    await numberChanges();
    advanceClock(86_401);
    expectRefused(await api.get(path, { query: { since: cursor } }), 410, 'cursor_expired');
  });
});

describe('GET /editor/posts?counts=1', () => {
  const count = async (key?: string) => {
    await numberChanges();
    const call = { query: { counts: '1' }, ...(key !== undefined && { key }) };
    return (await api.get('/editor/posts', call)).headers.get('x-counts');
  };

  it('answers the number of posts in each state, and of published ones to those who see only their own drafts', async () => {
    await numberChanges();
    await enterDrafts(Date.now() + 60_000);
    await countPosts();
    const counted = await count();
    const numbers = () =>
      [...(counted ?? '').matchAll(/(\w+)=(\d+)/g)].map(([, name, n]) => [name, Number(n)]);
    const before = Object.fromEntries(numbers());
    await makeDraft(api);
    const { id } = await makePost(api);
    await ok(api.delete(`/posts/${id}`));
    const { draft = 0, scheduled, published, removed = 0 }: Record<string, number> = before;

    expect(await count()).toBe(
      `draft=${draft + 1}, scheduled=${scheduled}, published=${published}, removed=${removed + 1}`,
    );
    expect(await findDisagreements()).toEqual([]);
    const { key } = await api.makeKey('Guest Writer');
    expect(await count(key)).toBe(`published=${published}`);
  });
});
