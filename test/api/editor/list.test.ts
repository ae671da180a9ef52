import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok, readNext } from '../../support/resources/posts.ts';

const api = useApi();
const LIST = '/editor/posts';
const soon = Math.floor(Date.now() / 1000) + 86_400;
let number = 0;

/** A tag for the posts of one test, by which it lists only these. */
function ownTag(): string {
  return `list ${++number}`;
}

async function list(query: Record<string, string>, key?: string): Promise<any[]> {
  return await ok(api.get(LIST, { query, ...(key !== undefined && { key }) }));
}

function ids(rows: readonly any[]): number[] {
  return rows.map(({ id }) => id);
}

/** One post in each state, last updated first. */
async function inEachState(fields: object): Promise<Record<string, number>> {
  const created_ts = soon - 200_000;
  const make = (age: number) => ({ ...fields, created_ts: created_ts - age, updated_ts: created_ts - age });
  const removed = await makePost(api, make(3));
  await ok(api.delete(`/posts/${removed.id}`));
  const published = await makePost(api, make(2));
  const scheduled = await makeDraft(api, make(1));
  await ok(api.put(`/scheduled_posts/${scheduled.id}`, { scheduled_at: soon }));
  const draft = await makeDraft(api, make(0));
  return { draft: draft.id, scheduled: scheduled.id, published: published.id, removed: removed.id };
}

describe('GET /editor/posts', () => {
  it('answers a row for each post with what an editor needs', async () => {
    const tag = ownTag();
    const section = await makeSection(api);
    const { id } = await makeDraft(api, {
      tags: [tag],
      sections: [section.id],
      body: '<p>three short words</p>',
    });
    const edited = await ok(api.put(`/editor/posts/${id}`, { headline: 'Edited' }));

    expect(await list({ tag })).toEqual([
      {
        ...{ id, headline: 'Edited', state: 'draft', version: 2, body_version: 1, words: 3 },
        authors: [{ id: api.stack.adminAuthorId, name: 'admin', title: 'admin' }],
        sections: [section.id],
        ...{ image: null, image_info: {}, last_published_ts: null, scheduled_at: null, removed_ts: null },
        ...{ created_ts: edited.created_ts, updated_ts: edited.updated_ts, inserted_ts: edited.inserted_ts },
        ...{ edited_by: api.stack.adminAuthorId, edited_ts: edited.edited_ts },
        ...{ has_staged: false, staged_change: null },
      },
    ]);
  });

  it('lists posts of all states, last updated first, and only those of the states that are named', async () => {
    const tag = ownTag();
    const { draft, scheduled, published, removed } = await inEachState({ tags: [tag] });

    expect((await list({ tag })).map(({ id, state }) => [id, state])).toEqual([
      [scheduled, 'scheduled'],
      [draft, 'draft'],
      [published, 'published'],
      [removed, 'removed'],
    ]);
    for (const [state, id] of Object.entries({ draft, scheduled, published, removed }))
      expect(ids(await list({ tag, state })), state).toEqual([id]);
    expect(ids(await list({ tag, state: 'removed,draft' }))).toEqual([draft, removed]);
  });

  it.each(['updated', 'created', 'published', 'due'])(
    'filters by state, section, tag and author by %s',
    async sort => {
      const [tag, other] = [ownTag(), ownTag()];
      const section = await makeSection(api, { url: `list-${number}` });
      const { key, authorId } = await api.makeKey('Editor');
      const wanted = await inEachState({ tags: [tag], sections: [section.id], roar_author_ids: [authorId] });
      await inEachState({ tags: [other] });
      const sorted = {
        updated: [wanted.scheduled, wanted.draft, wanted.published, wanted.removed],
        created: [wanted.draft, wanted.scheduled, wanted.published, wanted.removed],
        published: [wanted.published],
        due: [wanted.scheduled],
      }[sort];

      expect(ids(await list({ sort, tag }))).toEqual(sorted);
      expect(ids(await list({ sort, section: section.url }))).toEqual(sorted);
      expect(ids(await list({ sort, section: String(section.id), tag, author: String(authorId) }))).toEqual(
        sorted,
      );
      expect(ids(await list({ sort, author: 'me' }, key))).toEqual(sorted);
      expect(await list({ sort, tag, section: 'home', author: 'nobody' })).toEqual([]);
      expect(await list({ sort, tag, section: 'unknown' })).toEqual([]);
      expect(await list({ sort, tag: other, author: String(authorId) })).toEqual([]);
    },
  );

  it('bounds the time of the order by since and until, inclusively', async () => {
    const tag = ownTag();
    const days = [1, 2, 3].map(day => 1_700_000_000 + day * 86_400);
    const made: number[] = [];
    for (const ts of days) {
      const { id } = await makeDraft(api, { created_ts: days[0], updated_ts: ts });
      const tags = { tags: [tag], updated_ts: ts };
      await ok(api.put(`/drafts/${id}`, tags));
      made.unshift(id);
    }
    const [third, second, first] = made;

    const filters: Record<string, string>[] = [{ tag }, { state: 'draft', author: 'me' }];
    for (const query of filters) {
      const bounds = { since: String(days[1]), until: String(days[2]) };
      expect(ids(await list({ ...query, ...bounds }))).toEqual([third, second]);
      expect(
        ids(await list({ ...query, ...bounds, since: String(days[0]), until: String(days[1]) })),
      ).toEqual([second, first]);
      expect(await list({ ...query, since: String(days[2]! + 1), until: String(days[2]! + 9) })).toEqual([]);
    }
    expect(
      ids(await list({ tag, sort: 'created', since: String(days[0]), until: String(days[0]) })),
    ).toHaveLength(3);
    expect(await list({ tag, sort: 'created', since: String(days[1]) })).toEqual([]);
  });

  it('lists scheduled posts by their due time, the next one first', async () => {
    const tag = ownTag();
    const made = [];
    for (const at of [soon + 300, soon + 100, soon + 200]) {
      const { id } = await makeDraft(api, { tags: [tag] });
      await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
      made.push(id);
    }

    expect(ids(await list({ tag, sort: 'due' }))).toEqual([made[1], made[2], made[0]]);
    expect(ids(await list({ tag, sort: 'due', until: String(soon + 200) }))).toEqual([made[1], made[2]]);
    expect(await list({ tag, sort: 'due', state: 'draft' })).toEqual([]);
  });

  it('goes through the whole list page by page, each post once', async () => {
    const tag = ownTag();
    const made = [];
    for (let count = 0; count < 5; count++) made.unshift((await makeDraft(api, { tags: [tag] })).id);
    await ok(api.put(`/drafts/${made[2]}`, { action: 'publish' }));

    for (const sort of ['updated', 'created']) {
      const found: number[] = [];
      let path: string | undefined = `${LIST}?limit=2&sort=${sort}&tag=${encodeURIComponent(tag)}`;
      while (path !== undefined) {
        const reply = await api.get(path);
        found.push(...ids(reply.body));
        const next = readNext(reply);
        path =
          next === undefined
            ? undefined
            : new URL(next, api.stack.url).pathname + new URL(next, api.stack.url).search;
      }
      expect([...found].sort(), sort).toEqual([...made].sort());
      expect(new Set(found).size).toBe(5);
    }
  });

  it('moves a post that an editor changes to the top, and leaves it where only a section takes it in', async () => {
    const tag = ownTag();
    const stay = { updated_ts: 1_700_000_000 };
    const older = await makeDraft(api, { tags: [tag], ...stay });
    const newer = await makePost(api, { tags: [tag], updated_ts: stay.updated_ts + 1 });
    const section = await makeSection(api, { tags: [tag] });

    const before = await list({ tag, section: String(section.id) });
    expect(ids(before)).toEqual([newer.id, older.id]);
    expect(before.map(({ version }) => version)).toEqual([2, 2]);
    await ok(api.put(`/drafts/${older.id}`, { headline: 'Edited' }));
    expect(ids(await list({ tag }))).toEqual([older.id, newer.id]);
  });

  it('shows a published draft once, and no purged entry of its earlier state', async () => {
    const tag = ownTag();
    const { id } = await makeDraft(api, { tags: [tag] });
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    expect((await list({ tag })).map(row => [row.id, row.state])).toEqual([[id, 'published']]);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expect((await list({ tag })).map(row => [row.id, row.state])).toEqual([[id, 'draft']]);
    expect(ids(await list({ state: 'draft', author: 'me', limit: '1' }))).toEqual([id]);
  });

  it('names each fault of its query', async () => {
    const reply = await api.get(`${LIST}?state=draft,lost&sort=score&since=soon&limit=101`);
    expect(reply.status).toBe(400);
    expect(reply.body.status.messages).toEqual([
      'state: must have entries of draft, scheduled, published, removed',
      'since: must be an integer',
      'sort: must be one of updated, due, created, published',
      'limit: must be an integer from 1 to 100',
    ]);
  });

  it('answers no one without a key', async () => {
    expect((await api.get(LIST, { key: null as any })).status).toBe(401);
  });
});
