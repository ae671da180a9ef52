import { describe, expect, it } from 'vitest';
import { numberChanges } from '../../../shared/posts/changes/number.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { postKey } from '../../../shared/posts/record/record.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { put } from '../../support/table/damage.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });

/** Reads the public feed from its present end on. @returns the changes of posts since the last call */
async function follow(): Promise<() => Promise<any[]>> {
  const read = (query: Record<string, string> = {}) => ok(api.get('/posts/changes', { key: null, query }));
  await numberChanges();
  let { cursor } = await read();
  return async () => {
    await numberChanges();
    const { changes, ...next } = await read({ since: cursor, limit: '100' });
    ({ cursor } = next);
    return changes.filter(({ kind }: any) => kind === 'post');
  };
}

/** Stores a post as a version of the service did that knew no public path. */
async function forgetPath(id: number): Promise<void> {
  const item = await getItem(postKey(id), { consistent: true });
  const { public_path: _, ...record } = JSON.parse(String(item?.data));
  await put({ ...item, data: JSON.stringify(record) });
}

describe('GET /posts/changes, when a section turns private', () => {
  it('answers once that each post of a section is gone when that turns private, and each again when it is public', async () => {
    const [section, other] = [await makeSection(api), await makeSection(api)];
    const sections = [section.id];
    const [first, second] = [await makePost(api, { sections }), await makePost(api, { sections })];
    const elsewhere = await makePost(api, { sections: [section.id, other.id] });
    await makeDraft(api, { sections });
    const read = await follow();
    const show = (status: number) => ok(api.put(`/sections/${section.id}`, { status }));
    /** So many changes of posts, or more. */
    const posts = async (count: number): Promise<any[]> => {
      const found: any[] = [];
      return await eventually(
        async () => (found.push(...(await read())), found),
        ({ length }) => length >= count,
      );
    };

    await show(1);
    const gone = ({ id, post_url }: any, version: number) => ({
      ...{ kind: 'post', id, version, post_url, gone: true },
    });
    expect((await posts(2)).sort((one, two) => one.id - two.id)).toEqual([gone(first, 2), gone(second, 2)]);
    await ok(api.put(`/posts/${first.id}`, { headline: 'Not public' }));
    await ok(api.put(`/posts/${elsewhere.id}`, { headline: 'Public' }));
    await show(1);
    expect(await posts(1)).toMatchObject([{ id: elsewhere.id, version: 2 }]);
    await show(2);
    const shown = await posts(2);
    expect(shown.map(({ id, version }) => [id, version]).sort()).toEqual(
      [
        [first.id, 4],
        [second.id, 3],
      ].sort(),
    );
    expect(shown.every(row => !('gone' in row))).toBe(true);
  });

  it('answers that a post is gone that an earlier version of the service published, and that it is there again', async () => {
    const [section, other] = [await makeSection(api), await makeSection(api, { status: 1 })];
    const alone = await makePost(api, { sections: [section.id] });
    const elsewhere = await makePost(api, { sections: [section.id, other.id] });
    const [shown, draft] = [await makePost(api), await makeDraft(api, { sections: [section.id] })];
    for (const { id } of [alone, elsewhere, shown, draft]) await forgetPath(id);
    const read = await follow();
    const setStatus = async (status: number): Promise<any[]> => {
      const rows: any[] = [];
      await ok(api.put(`/sections/${section.id}`, { status }));
      return await eventually(
        async () => (rows.push(...(await read())), rows.sort((one, two) => one.id - two.id)),
        ({ length }) => length >= 2,
      );
    };

    const hidden = await setStatus(1);
    expect(hidden.map(({ id, gone }) => [id, gone])).toEqual([
      [alone.id, true],
      [elsewhere.id, true],
    ]);
    for (const { id } of [alone, elsewhere]) await forgetPath(id);
    const again = await setStatus(2);
    expect(again.map(({ id, post_url, gone }) => [id, post_url, gone])).toEqual([
      [alone.id, alone.post_url, undefined],
      [elsewhere.id, elsewhere.post_url, undefined],
    ]);
  });

  it('answers that a post is gone, once, which is edited while its section turns private', async () => {
    const section = await makeSection(api);
    const { id } = await makePost(api, { sections: [section.id] });
    const read = await follow();
    await Promise.all([
      ok(api.put(`/sections/${section.id}`, { status: 1 })),
      ...Array.from({ length: 5 }, (_, index) => ok(api.put(`/posts/${id}`, { headline: `Edit ${index}` }))),
    ]);
    const rows: any[] = [];
    const isGone = ({ gone }: any) => gone === true;
    await eventually(
      async () => (rows.push(...(await read())), rows),
      found => found.some(isGone),
    );
    await ok(api.put(`/posts/${id}`, { headline: 'Not public' }));
    rows.push(...(await read()));
    expect(rows.filter(isGone)).toHaveLength(1);
    expect(rows.at(-1)).toMatchObject({ id, gone: true });
  });
});
