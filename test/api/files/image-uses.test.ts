import { describe, expect, it } from 'vitest';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { deleteItem } from '../../../shared/platform/store/put.ts';
import { configureSite, parseSite, site } from '../../../shared/platform/site/site.ts';
import { allItems } from '../../support/table/table.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { eventually, useApi, withoutSweeps, type Call } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeImage, quartered } from '../../support/resources/images.ts';
import { ok } from '../../support/resources/posts.ts';

const api = useApi({}, undefined, withoutSweeps);
const picture = await quartered(64, 48);

function anImage(): Promise<any> {
  return makeImage(api, picture);
}

async function listUses(id: number, call: Call = {}): Promise<any[]> {
  return await ok(api.get(`/images/${id}/uses`, call));
}

/** Waits until the uses of an image are these: the entries of posts are written a moment after them. */
async function expectUses(id: number, expected: readonly object[]): Promise<void> {
  const found = await eventually(
    () => listUses(id),
    uses => JSON.stringify(uses) === JSON.stringify(expected),
  );
  expect(found).toEqual(expected);
}

function use(kind: string, { id }: { id: number }, title: string, as: string[], state: string | null = null) {
  return { kind, id, title, state, as };
}

function aDraft(fields: object): Promise<any> {
  return ok(api.post('/drafts', { headline: 'Bridge', body: '<p>Words</p>', ...fields }));
}

describe('GET /images/{id}/uses', () => {
  it('lists posts by their fields, bodies and listicles, in any state, newest first', async () => {
    const { id, shortcode } = await anImage();
    const body = `<p>${shortcode} and once more ${shortcode}</p>`;
    const items = [{ image_id: id }, { body: `<p>${shortcode}</p>` }];
    const product = { name: 'Lamp', image_id: id };
    const posts = [
      await ok(api.post('/posts', { headline: 'Lead', body, image_id: id, created_ts: 1_700_000_000 })),
      await aDraft({ headline: 'Fields', teaser_image_id: id, social_teaser_image_id: id, product }),
      await aDraft({ headline: 'Listicle', listicle: { items } }),
      await aDraft({ headline: 'Removed', image_id: id }),
    ];
    await ok(api.delete(`/drafts/${posts[3].id}`));
    await expectUses(id, [
      use('post', posts[3], 'Removed', ['lead'], 'removed'),
      use('post', posts[2], 'Listicle', ['listicle'], 'draft'),
      use('post', posts[1], 'Fields', ['teaser', 'social', 'product'], 'draft'),
      use('post', posts[0], 'Lead', ['lead', 'body'], 'published'),
    ]);
    const first = await api.get(`/images/${id}/uses`, { query: { limit: '3' } });
    const cursor = decodeURIComponent(/cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '');
    expect(first.body.map((row: any) => row.id)).toEqual([posts[3].id, posts[2].id, posts[1].id]);
    expect(await listUses(id, { query: { limit: '3', cursor } })).toMatchObject([{ id: posts[0].id }]);
  });

  it('lists authors, sections, tags, badges and the asset, also to a Reader', async () => {
    const { id } = await anImage();
    const author = await ok(
      api.post('/api/1.1/authors', { first_name: 'Ada', last_name: 'Nord', image_id: id }),
    );
    const section = await ok(api.post('/sections', { title: 'News', url: 'news', header_image_id: id }));
    const tag = await ok(api.post('/tags', { title: 'Bridges', url: 'bridges', header_image_id: id }));
    const badge = await ok(api.post('/badges', { name: 'Live', image_id: id }));
    const asset = await ok(api.post('/dam/assets', { file_type: 0, file_id: id, image_title: 'Dawn' }));
    const { key } = await api.makeKey('Reader');
    const uses = await listUses(id, { key });
    const sorted = uses.sort((a, b) => a.id - b.id);
    expect(sorted).toEqual([
      use('author', author, 'Ada Nord', ['photo']),
      use('section', section, 'News', ['header']),
      use('tag', tag, 'Bridges', ['header']),
      use('badge', badge, 'Live', ['badge']),
      use('asset', asset, 'Dawn', ['asset']),
    ]);
    await ok(
      api.put(`/api/1.1/authors/${author.id}`, { first_name: 'Ada', last_name: 'Nord', image_id: null }),
    );
    expect((await listUses(id)).map(({ kind }) => kind)).not.toContain('author');
  });

  it('follows the asset of an image in bodies, and leaves out one in the trash', async () => {
    const { id } = await anImage();
    const asset = await ok(api.post('/dam/assets', { file_type: 0, file_id: id, filename: 'dawn.jpg' }));
    const post = await aDraft({ body: `<p>${asset.shortcode}</p>` });
    await expectUses(id, [
      use('post', post, 'Bridge', ['body'], 'draft'),
      use('asset', asset, 'dawn.jpg', ['asset']),
    ]);
    await ok(api.put(`/dam/assets/${asset.id}`, { in_trash: true }));
    expect(await listUses(id)).toMatchObject([{ kind: 'asset' }]);
    const { key } = await api.makeKey('Editor');
    expect(await listUses(id, { key })).toEqual([]);
  });

  it('follows edits, publication and the loss of an image', async () => {
    const [first, second] = [await anImage(), await anImage()];
    const post = await aDraft({ body: `<p>${first.shortcode}</p>`, image_id: first.id });
    await expectUses(first.id, [use('post', post, 'Bridge', ['lead', 'body'], 'draft')]);
    await ok(api.put(`/drafts/${post.id}`, { body: `<p>${second.shortcode}</p>`, image_id: second.id }));
    await expectUses(first.id, []);
    await expectUses(second.id, [use('post', post, 'Bridge', ['lead', 'body'], 'draft')]);
    await ok(api.put(`/drafts/${post.id}`, { action: 'publish', created_ts: 1_600_000_000 }));
    await expectUses(second.id, [use('post', post, 'Bridge', ['lead', 'body'], 'published')]);
    await ok(api.put(`/posts/${post.id}`, { body: '<p>None</p>', image_id: null }));
    await expectUses(second.id, []);
  });

  it.skipIf(DEPLOYED)('hides drafts of others where the site says so', async () => {
    const { id } = await anImage();
    const { key, authorId } = await api.makeKey('Guest Writer');
    await aDraft({ image_id: id });
    const own = await aDraft({ headline: 'Own', image_id: id, roar_author_ids: [authorId] });
    await eventually(
      () => listUses(id),
      uses => uses.length === 2,
    );
    expect(await listUses(id, { key })).toHaveLength(2);
    const before = site();
    configureSite(parseSite({ ...before, drafts: 'own' }));
    try {
      expect(await listUses(id, { key })).toEqual([use('post', own, 'Own', ['lead'], 'draft')]);
    } finally {
      configureSite(before);
    }
  });

  it('returns 404 for an unknown image and 400 for a limit out of range', async () => {
    expectRefused(await api.get('/images/12/uses'), 404, 'not_found', 'There is no image with the id 12');
    expectRefused(
      await api.get('/images/12/uses', { query: { limit: '101' } }),
      400,
      'invalid_input',
      'limit: must be an integer from 1 to 100',
    );
  });

  // The tests of deployed functions can't run the sweep of this process on their table.
  it.skipIf(DEPLOYED)('says that it is incomplete until the sweep has entered earlier posts', async () => {
    const { id, shortcode } = await anImage();
    const post = await aDraft({ body: `<p>${shortcode}</p>` });
    const author = await ok(
      api.post('/api/1.1/authors', { first_name: 'Old', last_name: 'Hand', image_id: id }),
    );
    await eventually(
      () => listUses(id),
      uses => uses.length === 2,
    );
    for (const { pk, sk } of await allItems())
      if (/^(T#image-(uses|authors)#|USED_IMAGES#)/.test(String(pk)))
        await deleteItem({ pk: String(pk), sk: String(sk) });
    const before = await api.get(`/images/${id}/uses`);
    expect(before.headers.get('x-incomplete')).toBe('1');
    expect(before.body).toEqual([]);
    await sweep({}, { getRemainingTimeInMillis: () => 300_000 });
    const after = await api.get(`/images/${id}/uses`);
    expect(after.headers.get('x-incomplete')).toBeNull();
    expect(after.body.map((row: any) => row.id)).toEqual([author.id, post.id]);
  });
});
