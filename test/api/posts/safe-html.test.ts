import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { getItem, type Item } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { gunzipText, gzipText } from '../../../shared/platform/text/gzip.ts';
import { shortenSleeps } from '../../support/time/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } }, named);
const SAFE = { key: null, query: { render_shortcodes: 1, safe: 1 } };
const HOSTILE = '<b onclick="alert(1)">x</b><script>alert(1)</script>';
const HARMLESS = '<b>x</b>';
/** Long enough to be stored, and to be converted under a lease. */
const BODY = HOSTILE.repeat(400);
const SAFE_BODY = HARMLESS.repeat(400);

function makeKey(id: number) {
  return { pk: `SAFE#post#${id}`, sk: 'html' };
}

async function storedForm(id: number): Promise<Item | undefined> {
  return await getItem(makeKey(id), { consistent: true });
}

/** Stores another form, so that an answer shows whether it comes from the table. */
async function replaceForm(item: Item, html: string, digest = String(item.digest)): Promise<void> {
  const forms = { digest, texts: [{ html, shortcodes: [] }] };
  await putItem({ ...item, digest, zipped: await gzipText(JSON.stringify(forms)) });
}

let others: any[] | undefined;

/** Reads so much that the cache of this process forgets every other form. */
async function readOthers(): Promise<void> {
  const fields = { body: HOSTILE.padEnd(2_000_000, 'x') };
  others ??= [await makePost(api, fields), await makePost(api, fields)];
  for (const { id } of others) await safeBody(id);
}

async function safeBody(id: number): Promise<string> {
  return (await ok(api.get(`/posts/${id}`, SAFE))).body_html;
}

describe.skipIf(DEPLOYED)('query parameter safe for a body', () => {
  it('reads the safe form that was stored when the post was saved', async () => {
    const { id } = await makePost(api, { body: BODY });
    const item = await storedForm(id);
    const { texts } = JSON.parse(await gunzipText(item!.zipped as Uint8Array)) as { texts: object[] };
    expect(texts).toEqual([{ html: SAFE_BODY, shortcodes: [] }]);
    expect(item!.expires).toBeGreaterThan(nowTs() + 300 * 86_400);
    await replaceForm(item!, 'stored');
    expect(await safeBody(id)).toBe('stored');
  });

  it('makes the safe form of the edited body while an older form is stored', async () => {
    const { id } = await makePost(api, { body: BODY });
    const before = await storedForm(id);
    await ok(api.put(`/posts/${id}`, { body: `${BODY}<i>more</i>` }));
    expect((await storedForm(id))!.digest).not.toBe(before!.digest);
    await putItem({ ...before });
    expect(await safeBody(id)).toBe(`${SAFE_BODY}<i>more</i>`);
  });

  it('makes and stores the safe form once for a post that has none, or one by other rules', async () => {
    for (const spoil of [
      (item: Item) => new Transaction().delete(makeKey(Number(String(item.pk).slice(10)))).commit(),
      (item: Item) => replaceForm(item, HOSTILE, 'of other rules'),
    ]) {
      const { id } = await makePost(api, { body: BODY });
      const item = await storedForm(id);
      await spoil(item!);
      const calls = await countCalls(async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => safeBody(id)));
        expect(new Set(answers)).toEqual(new Set([SAFE_BODY]));
      });
      const puts = commandsIn(calls).filter(name => name === 'PutItem');
      // The lease is taken and released, and the form stored, once for all.
      expect(puts).toHaveLength(3);
      expect((await storedForm(id))!.digest).toBe(item!.digest);
      expect(commandsIn(await countCalls(() => safeBody(id)))).toEqual(['Query']);
    }
  });

  it('waits for the safe form while another function makes it', async () => {
    shortenSleeps();
    const { id } = await makePost(api, { body: BODY });
    const item = await storedForm(id);
    await new Transaction().delete(makeKey(id)).commit();
    const leases = [0, 1, 2, 3].map(number => ({ pk: 'SAFE#conversions', sk: String(number) }));
    for (const lease of leases) await putItem({ ...lease, token: 'other', until: nowTs() + 20 });
    const reading = safeBody(id);
    await replaceForm(item!, 'made by the other');
    expect(await reading).toBe('made by the other');
    for (const lease of leases) await putItem({ ...lease, token: 'other', until: 0 });
  });

  it('makes the safe form when the function that holds its lease has died', async () => {
    const { id } = await makePost(api, { body: BODY });
    await new Transaction().delete(makeKey(id)).commit();
    for (const number of [0, 1, 2, 3])
      await putItem({ pk: 'SAFE#conversions', sk: String(number), token: 'dead', until: nowTs() - 1 });
    expect(await safeBody(id)).toBe(SAFE_BODY);
  });

  it('stores a large safe form in several items, and makes it again when one is missing or of another body', async () => {
    const body = HOSTILE + randomBytes(600_000).toString('base64');
    const { id } = await makePost(api, { body });
    const shown = body.replace(HOSTILE, HARMLESS);
    expect((await storedForm(id))!.parts).toBe(2);
    const key = { ...makeKey(id), sk: 'html#1' };
    for (const spoil of [
      () => Promise.resolve(),
      () => new Transaction().delete(key).commit(),
      async () => await putItem({ ...(await getItem(key, { consistent: true })), digest: 'of another body' }),
    ]) {
      await spoil();
      expect(await safeBody(id)).toBe(shown);
      // Another function has not cached it.
      await readOthers();
    }
    expect(await getItem(key, { consistent: true })).toMatchObject({
      digest: (await storedForm(id))!.digest,
    });
  });

  it('stores no safe form of a body that is safe as it was sent', async () => {
    const body = '<p>Words of an ordinary article.</p>'.repeat(200);
    const { id } = await makePost(api, { body });
    expect(await storedForm(id)).toBeUndefined();
    await ok(api.get(`/posts/${id}`, SAFE));
    const calls = await countCalls(async () => expect(await safeBody(id)).toBe(body));
    expect(commandsIn(calls)).toEqual(['Query']);
    await ok(api.put(`/posts/${id}`, { body: BODY }));
    expect(await safeBody(id)).toBe(SAFE_BODY);
  });
});

describe('query parameter safe', () => {
  let author: any;

  beforeAll(async () => {
    author = await ok(
      api.post('/api/1.1/authors', { name: 'hostile', about_html: HOSTILE, first_name: 'A', last_name: 'B' }),
    );
  });

  const item = { headline_html: HOSTILE, media: HOSTILE, body: HOSTILE, caption: 'A & B', headline: '<b>' };
  const fields = () => ({
    body: HOSTILE,
    media: HOSTILE,
    listicle: { items: [item, { body: HOSTILE }], settings: { layout_type: 2 } },
    roar_author_ids: [author.id],
  });

  it('makes media, the listicle and the authors of a post safe, and leaves body as it was sent', async () => {
    const post = await makePost(api, fields());
    const draft = await makeDraft(api, fields());
    const { token } = await ok(api.post(`/drafts/${draft.id}/previews`, {}));
    const path = new URL(post.post_url).pathname;
    for (const [place, more] of [
      [`/posts/${post.id}`, {}],
      ['/posts/permalink', { path }],
      [`/previews/${token}`, {}],
    ] as const) {
      const shown = await ok(api.get(place, { key: null, query: { ...SAFE.query, ...more } }));
      expect(shown).toMatchObject({ body: HOSTILE, body_html: HARMLESS, media: HARMLESS });
      expect(shown.listicle).toEqual({
        items: [{ ...item, headline_html: HARMLESS, media: HARMLESS, body: HARMLESS }, { body: HARMLESS }],
        settings: { body_text_above: false, layout_type: 2 },
      });
      expect(shown.roar_authors).toMatchObject([{ id: author.id, about_html: HARMLESS }]);
    }
    const raw = await ok(api.get(`/posts/${post.id}`, { query: { render_shortcodes: 1 } }));
    expect(raw).toMatchObject({ media: HOSTILE, listicle: { items: [item, { body: HOSTILE }] } });
    expect(raw.roar_authors).toMatchObject([{ about_html: HOSTILE }]);
  });

  it('makes about_html of authors, sections and tags safe', async () => {
    const about_html = HOSTILE.repeat(400);
    const section = await makeSection(api, { url: 'about', about_html });
    const tag = await ok(api.post('/tags', { title: 'About', url: 'about', status: 2, about_html }));
    const post = await makePost(api);
    await ok(api.post(`/posts/${post.id}/likes`, { author_id: author.id }));
    const about = async (path: string, find: (body: any) => any = body => body) =>
      await Promise.all(
        ['0', '1'].map(
          async safe => find(await ok(api.get(path, { key: null, query: { safe } }))).about_html,
        ),
      );
    const both = [HOSTILE, HARMLESS];
    const long = [about_html, SAFE_BODY];
    const findById = (id: number) => (list: any[]) => list.find(record => record.id === id);
    expect(await about(`/api/1.1/authors/${author.id}`)).toEqual(both);
    expect(await about('/authors/search', findById(author.id))).toEqual(both);
    expect(await about('/api/1.2/authors/name?author_names=hostile', ({ data }) => data[0])).toEqual(both);
    expect(await about(`/posts/${post.id}/likes`, ([like]) => like.author)).toEqual(both);
    expect(await about(`/sections/${section.id}`)).toEqual(long);
    expect(await about('/sections', findById(section.id))).toEqual(long);
    expect(await about('/sections?include_fields=about_html', list => list.at(-1))).toEqual(long);
    expect(await about(`/tags/${tag.id}`)).toEqual(long);
    expect(await about('/tags', findById(tag.id))).toEqual(long);
  });
});
