import { describe, expect, it } from 'vitest';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import { useApi } from '../../support/api/api.ts';
import { errorAnswer, fetchIds, makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { rounds } from '../../support/run/rounds.ts';

const api = useApi();

describe('basename', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  spaces   and -- dashes ', 'spaces-and-dashes'],
    ['Crème brûlée à Zürich', 'creme-brulee-a-zuerich'],
    ['fooBar BAZ', 'foobar-baz'],
    ['Москва', 'moskva'],
    ['🎉 Party 🎉', 'party'],
    ['橋が開通', 'qiaogakaitong'],
    ['समाचार आज', 'smacar-aj'],
    ['สวัสดี', 'swasdi'],
    ['안녕하세요', 'annyeonghaseyo'],
    ['<b>Bold</b> & “quoted”', 'b-bold-b-and-quoted'],
    ['../../etc/passwd?x#y', 'etc-passwd-x-y'],
    ['A\u0000B C\n', 'ab-c'],
  ])('turns the headline %j into the basename %s', async (headline, basename) => {
    expect(await makePost(api, { headline })).toMatchObject({
      basename,
      slug: `/${basename}`,
      manual_basename: '',
    });
  });

  it.each(['🎉🎉', '…', '!!!', '-'])(
    'makes a basename that is not empty from the headline %j',
    async headline => {
      const { basename, id } = await makePost(api, { headline });
      expect(['post', `post-${id}`]).toContain(basename);
    },
  );

  it('cuts the basename at 200 characters without a dash at the end', async () => {
    const long = await makePost(api, { headline: `${'a'.repeat(199)} ${'b'.repeat(500)}` });
    expect(long.basename).toBe('a'.repeat(199));
    const wide = await makePost(api, { headline: 'Ж'.repeat(1000) });
    expect(wide.basename).toHaveLength(200);
  });

  it('makes the basename from manual_basename before the headline', async () => {
    const post = await makePost(api, { headline: 'Headline', manual_basename: 'By Hand/2' });
    expect(post).toMatchObject({ manual_basename: 'By Hand/2', basename: 'by-hand-2' });
    const empty = await makePost(api, { headline: 'From headline', manual_basename: '🎉' });
    expect(empty.basename).toBe('from-headline');
  });

  it.each([
    ['%d0%ba%d0%b8%d0%b5%d0%b2', 'киев'],
    ['caf%C3%A9-%E2%82%AC', 'café'],
    ['100% of it', '100-of-it'],
    ['a%ff%c3-b', 'a-ff-c3-b'],
    ['%ed%a0%80', 'ed-a0-80'],
  ])('decodes the percent-encoded characters of the manual_basename %j to %s', async (sent, basename) => {
    const post = await makePost(api, { headline: 'Headline', manual_basename: sent });
    expect(post).toMatchObject({ manual_basename: sent, basename });
  });

  it.each([
    ['समाचार-आज', 'समाचार-आज'],
    ['επίπεδο-2', 'επίπεδο-2'],
    ['Cafe\u0301 Noir', 'café-noir'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('keeps the manual_basename %j in its script, and encodes it in post_url', async (sent, basename) => {
    const post = await makePost(api, { headline: 'Headline', manual_basename: sent });
    expect(post).toMatchObject({ basename, slug: `/${basename}` });
    expect(new URL(post.post_url).pathname).toBe(`/${encodeURIComponent(basename)}`);
    for (const query of [{ basename }, { basename: encodeURIComponent(basename) }])
      expect(await fetchIds(api, '/posts/basename', { query })).toEqual([post.id]);
  });

  it('cuts a basename at 200 characters, never within a grapheme', async () => {
    configureSite(parseSite({ slugs: 'unicode' }));
    const { basename } = await makePost(api, { headline: 'क्षि'.repeat(100) });
    configureSite(parseSite({}));
    expect(basename).toBe('क्षि'.repeat(50));
    const odd = await makePost(api, { headline: 'Odd', manual_basename: `a${'👍🏽é'.repeat(30)}` });
    expect(odd.basename).toBe(`a${'-é'.repeat(30)}`);
  });

  it('makes the basename in the script of the headline where the setting slugs is unicode', async () => {
    configureSite(parseSite({ slugs: 'unicode' }));
    const made = await Promise.all(
      ['橋が開通', 'Crème brûlée à Zürich', 'Don’t panic, it’s Monday', 'R&D'].map(headline =>
        makePost(api, { headline }),
      ),
    );
    configureSite(parseSite({}));
    expect(made.map(({ basename }) => basename)).toEqual([
      '橋が開通',
      'crème-brûlée-à-zürich',
      'dont-panic-its-monday',
      'r-and-d',
    ]);
  });

  it('treats a basename as taken when another one looks the same', async () => {
    await makePost(api, { headline: 'x', manual_basename: 'straße-می\u200cخواهم' });
    const other = await makePost(api, { headline: 'y', manual_basename: 'STRASSE-میخواهم' });
    expect(other.basename).toBe(`strasse-میخواهم-${other.id}`);
  });

  it('appends the id to a slug of the headline whose path is a page of the service, and keeps a given one', async () => {
    const made = await makePost(api, { headline: 'Search' });
    expect(made).toMatchObject({ basename: `search-${made.id}`, slug: `/search-${made.id}` });
    const cleared = await ok(api.put(`/posts/${made.id}`, { headline: 'Docs', manual_basename: '-' }));
    expect(cleared.basename).toBe(`docs-${made.id}`);
    expect((await makePost(api, { headline: 'x', manual_basename: 'search' })).basename).toBe('search');
  });

  it('appends the id when another draft or published post has the basename', async () => {
    const [draft, post] = [
      await makeDraft(api, { headline: 'Twice' }),
      await makePost(api, { headline: 'twice!' }),
    ];
    expect(draft.basename).toBe('twice');
    expect(post.basename).toBe(`twice-${post.id}`);
    const long = 'x'.repeat(200);
    await makePost(api, { headline: long });
    const other = await makePost(api, { headline: long });
    expect(other.basename).toBe(`${long}-${other.id}`);
  });

  it('changes the basename with manual_basename but not with the headline', async () => {
    const { id } = await makePost(api, { headline: 'First headline' });
    const headline = await ok(api.put(`/posts/${id}`, { headline: 'Second headline' }));
    expect(headline.basename).toBe('first-headline');
    const manual = await ok(api.put(`/posts/${id}`, { manual_basename: 'Third' }));
    expect(manual.basename).toBe('third');
    expect(await fetchIds(api, '/posts/basename', { query: { basename: 'third' } })).toEqual([id]);
    expect(await fetchIds(api, '/posts/basename', { query: { basename: 'first-headline' } })).toEqual([]);
    expect((await makePost(api, { headline: 'First headline' })).basename).toBe('first-headline');
    const cleared = await ok(api.put(`/posts/${id}`, { manual_basename: null }));
    expect(cleared).toMatchObject({ manual_basename: '', basename: 'second-headline' });
  });

  it('appends the id to a taken basename once, even when the edit is repeated', async () => {
    await makePost(api, { headline: 'Occupied' });
    const { id } = await makePost(api, { headline: 'Other' });
    const edited = await ok(api.put(`/posts/${id}`, { manual_basename: 'occupied' }));
    expect(edited.basename).toBe(`occupied-${id}`);
    const again = await ok(api.put(`/posts/${id}`, { manual_basename: 'occupied', media: 'x' }));
    expect(again.basename).toBe(`occupied-${id}`);
  });

  it('releases the basename when its post is removed', async () => {
    const { id } = await makePost(api, { headline: 'Freed' });
    await ok(api.delete(`/posts/${id}`));
    expect((await makePost(api, { headline: 'Freed' })).basename).toBe('freed');
  });

  it('keeps the basename through unpublish and publish', async () => {
    const { id } = await makePost(api, { headline: 'Steady' });
    await ok(api.put(`/posts/${id}`, { action: 'unpublish', headline: 'Changed' }));
    expect((await ok(api.put(`/drafts/${id}`, { action: 'publish' }))).basename).toBe('steady');
  });

  it('counts the characters of a manual_basename in NFC and decoded', async () => {
    const korean = '다리'.repeat(100);
    for (const manual_basename of [korean.normalize('NFD'), encodeURIComponent(korean)])
      expect((await makePost(api, { headline: 'x', manual_basename })).basename.slice(0, 199)).toBe(
        korean.slice(0, 199),
      );
    for (const sent of [`${korean}a`.normalize('NFD'), encodeURIComponent(`${korean}a`), 'x'.repeat(2401)])
      expect((await api.post('/posts', { headline: 'x', manual_basename: sent })).body).toEqual(
        errorAnswer('invalid_input', 'manual_basename: must have at most 200 characters'),
      );
  });

  it('returns 400 when manual_basename has more than 200 characters', async () => {
    const reply = await api.post('/posts', { headline: 'x', manual_basename: 'x'.repeat(201) });
    expect(reply.body).toEqual(
      errorAnswer('invalid_input', 'manual_basename: must have at most 200 characters'),
    );
  });
});

const CREATES = rounds(30, 200);

it(`POST /drafts gives ${CREATES} simultaneous creates of one headline distinct basenames`, async () => {
  const posts = await Promise.all(
    Array.from({ length: CREATES }, (_, index) =>
      index % 2 === 0
        ? makePost(api, { headline: 'Everyone writes this' })
        : makeDraft(api, { headline: 'Everyone writes this' }),
    ),
  );
  const basenames = new Set(posts.map(post => post.basename));
  expect(basenames.size).toBe(CREATES);
  expect(basenames).toContain('everyone-writes-this');
  expect(new Set(posts.map(post => post.id)).size).toBe(CREATES);
  const found = await Promise.all(
    [...basenames].map(basename => fetchIds(api, '/posts/basename', { query: { basename } })),
  );
  expect(found.every(ids => ids.length === 1)).toBe(true);
});
