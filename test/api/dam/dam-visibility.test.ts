import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { anImage, ASSETS, BULK, listed, makeAsset, OPEN_SITE } from '../../support/resources/assets.ts';
import { ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi(OPEN_SITE);

/** A: an asset of the newsroom. C: one of the community. In lower case: the same in the trash. */
type Letter = 'A' | 'C' | 'a' | 'c';
const LETTERS: readonly Letter[] = ['A', 'C', 'a', 'c'];
const CALLERS = ['admin', 'other'] as const;
type Caller = (typeof CALLERS)[number];

const keys: Record<Caller | 'community', string> = { admin: '', other: '', community: '' };
const users: Partial<Record<'community' | 'other', number>> = {};
const assets = new Map<Letter, { id: number; file_id: number }>();

const TAGS = ['shared', '*secret'];

beforeAll(async () => {
  const [editor, member] = [await api.makeKey('Editor'), await api.makeKey('Community User')];
  Object.assign(keys, { admin: api.adminKey, other: editor.key, community: member.key });
  Object.assign(users, { other: editor.authorId, community: member.authorId });
  for (const letter of LETTERS) assets.set(letter, await makeLettered(letter));
});

async function makeLettered(letter: Letter): Promise<{ id: number; file_id: number }> {
  const key = 'Cc'.includes(letter) ? keys.community : keys.other;
  const made = await makeAsset(api, { image_title: 'A visible bridge', source_info: '*secret' }, { key });
  const in_trash = 'ac'.includes(letter);
  await ok(api.put(`${ASSETS}/${made.id}`, { tags: TAGS, in_trash }));
  return made;
}

function toLetters(ids: readonly number[]): string {
  return LETTERS.filter(letter => ids.includes(assets.get(letter)!.id)).join('');
}

/** The assets that a caller sees for a `type`: without in_trash, with in_trash=0 and with in_trash=1. */
const SEEN: Record<Caller, Record<string, readonly [string, string, string]>> = {
  admin: {
    none: ['ACac', 'AC', 'ac'],
    all: ['ACac', 'AC', 'ac'],
    admin: ['Aa', 'A', 'a'],
    community: ['Cc', 'C', 'c'],
  },
  other: {
    none: ['A', 'A', 'A'],
    all: ['AC', 'AC', 'AC'],
    admin: ['A', 'A', 'A'],
    community: ['C', 'C', 'C'],
  },
};
const IN_TRASH = [undefined, 0, 1];

/** Lists that match all four assets, and the caller for whom a list is always empty. */
const WAYS: [name: string, query: Record<string, string | number>, blind?: Caller][] = [
  ['a list', {}],
  ['a list, oldest first', { order: 'asc' }],
  ['a list of images', { file_type: 'image' }],
  ['a list by tag', { tags: 'SHARED' }],
  ['a list by tags, one of them an administrator tag', { tags: 'shared,*secret' }],
  ['a list by an administrator tag', { tags: ' *Secret ' }, 'other'],
  ['a search', { search: 'bridge' }],
  ['a search by score', { search: 'visible bridge', sort_by: 'score' }],
  ['a search for a phrase', { search: '"a visible bridge"' }],
  ['a search in a list by tag', { search: 'bridge', tags: 'shared' }],
];

const cells = CALLERS.flatMap(caller =>
  Object.entries(SEEN[caller]).flatMap(([type, row]) =>
    row.map((seen, column) => ({ caller, type, in_trash: IN_TRASH[column], seen })),
  ),
);

describe.each(cells)(
  'asset lists with the $caller key, type $type, in_trash $in_trash, visible: $seen',
  ({ caller, type, in_trash, seen }) => {
    const own = { ...(type !== 'none' && { type }), ...(in_trash !== undefined && { in_trash }) };

    it.each(WAYS)(
      'returns exactly the visible assets and their total for %s',
      async (_name, query, blind) => {
        const expected = blind === caller ? '' : seen;
        const { total, items } = await ok(
          api.get(ASSETS, { key: keys[caller], query: { ...query, ...own } }),
        );
        expect([toLetters(items.map((asset: any) => asset.id)), total]).toEqual([expected, expected.length]);
        for (const { tags } of items) expect(tags).toEqual(caller === 'admin' ? TAGS : ['shared']);
      },
    );

    it('returns exactly the visible assets for a list by file and by user', async () => {
      const call = { key: keys[caller] };
      for (const letter of LETTERS) {
        const { file_id } = assets.get(letter)!;
        const expected = seen.includes(letter) ? letter : '';
        const byFile = await ok(api.get(ASSETS, { ...call, query: { ...own, file_id } }));
        expect([toLetters(byFile.items.map((asset: any) => asset.id)), byFile.total]).toEqual([
          expected,
          expected.length,
        ]);
      }
      const { ids } = await listed(api, { ...own, user_id: users.community! }, keys[caller]);
      expect(toLetters(ids)).toBe(seen.replace(/a/gi, ''));
    });
  },
);

/** The assets that each caller may read, edit and delete. */
const REACHED: Record<Caller, string> = { admin: 'ACac', other: 'AC' };
const single = CALLERS.flatMap(caller =>
  LETTERS.map(letter => ({ caller, letter, reached: REACHED[caller].includes(letter) })),
);

describe.each(single)(
  'asset $letter with the $caller key, reachable: $reached',
  ({ caller, letter, reached }) => {
    const expected = reached ? 200 : 404;
    const call = () => ({ key: keys[caller] });
    const tags = caller === 'admin' ? TAGS : ['shared'];

    it('returns the asset only when the caller can reach it', async () => {
      const reply = await api.get(`${ASSETS}/${assets.get(letter)!.id}`, call());
      if (reached) expect(reply.body.tags).toEqual(tags);
      else expectRefused(reply, 404, 'not_found', `There is no asset with the id ${assets.get(letter)!.id}`);
      expect(reply.status).toBe(expected);
    });

    it('edits the asset only when the caller can reach it', async () => {
      const reply = await api.put(`${ASSETS}/${assets.get(letter)!.id}`, { credit: caller }, call());
      expect([reply.status, reply.body.tags]).toEqual(reached ? [200, tags] : [404, undefined]);
    });

    it('edits the asset in bulk only when the caller can reach it', async () => {
      const { file_id } = assets.get(letter)!;
      const answer = await ok(
        api.put(ASSETS, [{ file_id, data: { credit: caller } }], { ...BULK, ...call() }),
      );
      expect(answer[file_id].status_code).toBe(expected);
      if (reached) expect(answer[file_id].data.tags).toEqual(tags);
      else
        expect(answer[file_id].data).toEqual({
          status: { code: 'not_found', messages: ['There is no asset of this file'] },
          data: null,
        });
    });

    it('returns already_exists for another asset of the file, alone and in bulk', async () => {
      const { file_id } = assets.get(letter)!;
      const body = { file_type: 0, file_id };
      expectRefused(await api.post(ASSETS, body, call()), 400, 'already_exists');
      const answer = await ok(api.post(ASSETS, [{ file_id, data: body }], { ...BULK, ...call() }));
      expect(answer[file_id]).toMatchObject({
        status_code: 400,
        data: { status: { code: 'already_exists' } },
      });
    });

    it.each(['delete', 'bulk delete'])(
      'removes the asset by %s only when the caller can reach it',
      async way => {
        const { id, file_id } = await makeLettered(letter);
        if (way === 'delete') expect((await api.delete(`${ASSETS}/${id}`, call())).status).toBe(expected);
        else {
          const answer = await ok(api.send('DELETE', ASSETS, { ...BULK, ...call(), body: [{ file_id }] }));
          expect(answer[file_id].status_code).toBe(expected);
        }
        expect((await api.get(`${ASSETS}/${id}`)).status).toBe(reached ? 404 : 200);
        if (!reached) await ok(api.delete(`${ASSETS}/${id}`));
      },
    );
  },
);

describe('administrator tags', () => {
  it('drops administrator tags that other callers send, alone or in bulk', async () => {
    const call = { key: keys.other };
    const sent = { tags: ['*mine', ' *Too', 'open'] };
    const made = await makeAsset(api, sent, call);
    const file_id = await anImage();
    const bulk = await ok(
      api.post(ASSETS, [{ file_id, data: { file_type: 0, ...sent } }], { ...BULK, ...call }),
    );
    for (const { id } of [made, bulk[file_id].data])
      expect((await ok(api.get(`${ASSETS}/${id}`))).tags).toEqual(['open']);
  });

  it('keeps administrator tags when a caller who cannot see them changes the tags', async () => {
    const { id, file_id } = await makeAsset(api, { tags: ['*one', 'two', '*three'] });
    const call = { key: keys.other };
    const kept = async () => (await ok(api.get(`${ASSETS}/${id}`))).tags;

    expect((await ok(api.put(`${ASSETS}/${id}`, { tags: ['four', '*five'] }, call))).tags).toEqual(['four']);
    expect(await kept()).toEqual(['four', '*one', '*three']);
    expect((await ok(api.put(`${ASSETS}/${id}`, { tags: null }, call))).tags).toEqual([]);
    expect(await kept()).toEqual(['*one', '*three']);
    await ok(api.put(`${ASSETS}/${id}`, { alt_text: 'x' }, call));
    expect(await kept()).toEqual(['*one', '*three']);
    await ok(api.put(ASSETS, [{ file_id, data: { tags: ['six'] } }], { ...BULK, ...call }));
    expect(await kept()).toEqual(['six', '*one', '*three']);
    await ok(api.put(`${ASSETS}/${id}`, { tags: ['six'] }));
    expect(await kept()).toEqual(['six']);
  });

  it('does not search tags, even for an administrator', async () => {
    await makeAsset(api, { tags: ['*unsaid', 'unsaid'] });
    expect(await listed(api, { search: 'unsaid' })).toEqual({ total: 0, ids: [] });
  });
});

describe('the visibility of an asset', () => {
  it('lets a caller move an asset into the trash that the caller cannot reach afterwards', async () => {
    const { id } = await makeAsset(api);
    const call = { key: keys.other };
    expect(await ok(api.put(`${ASSETS}/${id}`, { in_trash: true }, call))).toMatchObject({ in_trash: true });
    expectRefused(await api.put(`${ASSETS}/${id}`, { in_trash: false }, call), 404, 'not_found');
  });

  it.each([
    ['Community User', 'community'],
    ['Reader', 'community'],
    ['Night Desk', 'admin'],
    ['Guest Editor', 'admin'],
  ])('counts an asset created by a %s as type %s, even after the role has changed', async (role, type) => {
    const { key, authorId } = await api.makeKey(role);
    const { id } = await makeAsset(api, {}, { key });
    expect(await listed(api, { type, user_id: authorId })).toEqual({ total: 1, ids: [id] });
    // A later role of the author does not count.
    const other = type === 'admin' ? 'Reader' : 'Editor';
    await ok(api.put(`/api/1.1/authors/${authorId}`, { first_name: 'A', last_name: 'B', role: other }));
    expect(await listed(api, { type, user_id: authorId })).toEqual({ total: 1, ids: [id] });
  });

  it('shows a narrowed key of an administrator only what other keys see', async () => {
    const { key } = await api.makeKey('Administrator', { permissions: ['read', 'publish_post'] });
    expect(toLetters((await listed(api, {}, key)).ids)).toBe('A');
  });
});
