import { beforeAll, describe, expect, it } from 'vitest';
import { EVERYWHERE_S, eventually, useApi } from '../../support/api/api.ts';
import {
  errorAnswer,
  fetchIds,
  makeDraft,
  makePost,
  makeSection,
  readNext,
  ok,
} from '../../support/resources/posts.ts';
import { byCursor } from '../../support/api/walk.ts';
import { advanceClock } from '../../support/time/clock.ts';

const api = useApi({ features: { publicRead: true } });

const T = 1_700_000_000;

function search(phrase: string, more: Record<string, string | number> = {}, path = '/posts/search') {
  return fetchIds(api, path, { query: { phrase, limit: 50, include_fields: 'id', ...more } });
}

/** Waits until a search finds exactly these posts. */
function finds(phrase: string, ...ids: number[]): Promise<number[]> {
  return eventually(
    () => search(phrase),
    found => JSON.stringify(found) === JSON.stringify(ids),
  );
}

async function aPost(fields: object): Promise<number> {
  return (await makePost(api, fields)).id;
}

describe('GET /posts/search', () => {
  it('searches headline, subheadline, body, tags and author names, newest first', async () => {
    const author = await ok(api.post('/api/1.1/authors', { first_name: 'Zelda', last_name: 'Quince' }));
    const texts = [
      { headline: 'Quince harvest' },
      { subheadline: 'About the QUINCE' },
      { body: '<p>Some qui<b>nce</b> jam</p><script>jam</script>' },
      { tags: ['Quince'] },
      { roar_author_ids: [author.id] },
    ];
    const ids: number[] = [];
    for (const [index, fields] of texts.entries())
      ids.unshift(await aPost({ created_ts: T + index, ...fields }));
    await makeDraft(api, { headline: 'Quince draft' });
    await aPost({ headline: 'Quinces', page_title: 'Quince', photo_caption: 'quince' });
    await finds('quince', ...ids);
    await finds('script');
  });

  it('requires every word in any order, and quoted phrases word for word', async () => {
    const both = await aPost({ headline: 'Old bridge reopens', body: '<p>The town</p><p>hall is near.</p>' });
    const one = await aPost({ headline: 'Bridge, old: closed', subheadline: 'A hall in town' });
    await finds('old bridge', one, both);
    await finds('BRIDGE old reopens', both);
    await finds('"old bridge"', both);
    await finds('"bridge old" hall', one);
    await finds('“town hall”', both);
    await finds('"reopens the town"');
  });

  it.each([
    ['French', 'Fête de l’École à Nîmes', 'ecole NIMES', '"fete de l\'ecole"'],
    ['German', 'Große Straßen in Köln', 'strassen koln', '"GROẞE STRASSEN"'],
    ['Polish', 'Żółw w Łodzi', 'zolw lodzi', '"ŻÓŁW W"'],
    ['Turkish', 'İstanbul’da ılık hava', 'istanbul ilik', '"ilik hava"'],
    ['Greek', 'Η Οδύσσεια του Ομήρου', 'ΟΔΥΣΣΕΙΑ ομηρου', '"του ομηρου"'],
    ['Russian', 'Ёлка и Кремль', 'елка кремль', '"елка и"'],
    ['Arabic', 'أخبار العَرَبِيَّة اليوم', 'العربية اخبار', '"العربية اليوم"'],
    ['Hebrew', 'שָׁלוֹם לכולם', 'שלום', '"שלום לכולם"'],
    ['Hindi', 'हिन्दी समाचार पत्र', 'समाचार', '"समाचार पत्र"'],
    ['Japanese', '東京都知事選挙が行われた', '知事 東京', '"知事選挙が"'],
    ['Chinese', '北京大学生前来应聘', '大学', '"大学生前来"'],
    ['Korean', '서울에서 열린 국제회의', '서울', '"서울에서 열린"'],
    ['Thai', 'ภาษาไทยเป็นภาษาที่สวยงาม', 'ภาษา สวยงาม', '"ไทยเป็น"'],
    ['Khmer', 'ភាសាខ្មែរជាភាសាផ្លូវការ', 'ខ្មែរ', '"ភាសាខ្មែរ"'],
    ['Burmese', 'မြန်မာဘာသာစကား', 'မြန်မာ', '"မြန်မာဘာသာ"'],
    ['halfwidth kana', 'コンピューターの歴史', 'ｺﾝﾋﾟｭｰﾀｰ', '"の歴史"'],
  ])('finds words and phrases in %s', async (language, headline, words, phrase) => {
    const id = await aPost({ headline, body: `<p>${language}</p>` });
    await finds(words, id);
    await finds(phrase, id);
  });

  it('answers [] to a phrase without words, as GET /posts does', async () => {
    for (const phrase of ['?!', '""', '…', ' ', '*', '“ ”', '🎉']) {
      expect(await search(phrase)).toEqual([]);
      expect(await search(phrase, {}, '/posts')).toEqual([]);
    }
  });

  it.each(['', 'x'.repeat(501)])('refuses the phrase %j', async phrase => {
    for (const path of ['/posts/search', '/posts']) {
      const reply = await api.get(path, { query: { phrase } });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual(errorAnswer('invalid_input', expect.stringContaining('phrase')));
    }
  });

  it('returns 400 without a phrase', async () => {
    expect((await api.get('/posts/search')).body).toEqual(
      errorAnswer('invalid_input', expect.stringContaining('phrase')),
    );
  });

  it('pages by offset and by cursor, and answers only the chosen fields', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 7; index++)
      ids.unshift(await aPost({ headline: 'Pageable pear', created_ts: T + (index >> 1) }));
    await finds('pageable', ...ids);
    for (const phrase of ['pageable', '"pageable pear"']) {
      const first = await api.get('/posts/search', { query: { phrase, limit: 3, offset: 2 } });
      expect(first.body.map((post: any) => post.id)).toEqual(ids.slice(2, 5));
      expect(readNext(first)).toContain('cursor=');
      const walked = await byCursor(api, '/posts/search', {
        phrase,
        limit: 2,
        include_fields: 'id,headline',
      });
      expect(walked).toEqual(ids.map(id => ({ id, headline: 'Pageable pear' })));
    }
    const [whole] = (
      await api.get('/posts/search', { query: { phrase: 'pageable', exclude_fields: 'body' } })
    ).body;
    expect(whole).toMatchObject({ headline: 'Pageable pear' });
    expect(whole).not.toHaveProperty('body');
  });

  it('looks through some texts for each page without a key, and the pages together have every post', async () => {
    const body = `<p>limited ${'filler words '.repeat(10_000)} text</p>`;
    const ids: number[] = [];
    for (let index = 0; index < 9; index++)
      ids.unshift(
        await aPost({ body: index % 4 === 0 ? `${body}<p>limited text</p>` : body, created_ts: T + index }),
      );
    const query = { phrase: '"limited text"', include_fields: 'id', limit: 5 };
    const wanted = [ids[0]!, ids[4]!, ids[8]!];
    await finds(query.phrase, ...wanted);
    const found: number[] = [];
    let pages = 0;
    for (let cursor: string | undefined = ''; cursor !== undefined; pages++) {
      const page = await api.get('/posts/search', {
        key: null,
        query: { ...query, ...(cursor && { cursor }) },
      });
      found.push(...page.body.map(({ id }: { id: number }) => id));
      cursor = new URLSearchParams(readNext(page)?.split('?')[1]).get('cursor') ?? undefined;
    }
    expect(found).toEqual(wanted);
    expect(pages).toBe(3);
  });

  it('finds a post by a phrase of sixty words', async () => {
    const sentence = Array.from({ length: 60 }, (_, index) => `long${index}`).join(' ');
    const id = await aPost({ body: sentence });
    await aPost({ body: sentence.replace('long3 ', '') });
    await finds(sentence, id);
  });
});

describe('search index', () => {
  it('reflects every edit of a post', async () => {
    const id = await aPost({ headline: 'Apricot', body: 'blossom', tags: ['spring'] });
    const other = await aPost({ headline: 'Apricot two', created_ts: T });
    await finds('apricot', id, other);
    await ok(api.put(`/posts/${id}`, { headline: 'Peach' }));
    await finds('apricot', other);
    await finds('peach blossom spring', id);
    await ok(api.put(`/posts/${id}`, { body: 'leaves' }));
    await finds('blossom');
    await finds('peach leaves', id);
    await ok(api.put(`/posts/${id}`, { tags: ['autumn'] }));
    await finds('spring');
    await finds('autumn', id);
    await ok(api.put(`/posts/${id}`, { headline: 'Apricot', created_ts: T - 5 }));
    await finds('apricot', other, id);
    await finds('peach');
  });

  it('drops unpublished and removed posts at once, and finds them again when they return', async () => {
    const id = await aPost({ headline: 'Rhubarb' });
    await finds('rhubarb', id);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expect(await search('rhubarb')).toEqual([]);
    await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    await finds('rhubarb', id);
    await ok(api.delete(`/posts/${id}`));
    expect(await search('rhubarb')).toEqual([]);
    expect(await search('rhubarb', { removed: 1 }, '/posts')).toEqual([id]);
    await ok(api.put(`/posts/${id}`, { action: 'restore' }));
    await finds('rhubarb', id);
  });

  it('updates all posts of an author whose name changes', async () => {
    const author = await ok(api.post('/api/1.1/authors', { first_name: 'Ida', last_name: 'Lovegood' }));
    const ids: number[] = [];
    for (let index = 0; index < 20; index++) ids.unshift(await aPost({ roar_author_ids: [author.id] }));
    await finds('lovegood', ...ids);
    await ok(api.put(`/api/1.1/authors/${author.id}`, { first_name: 'Ida', last_name: 'Weasley' }));
    await finds('lovegood');
    advanceClock(EVERYWHERE_S);
    await eventually(
      () => search('"ida weasley"'),
      found => JSON.stringify(found) === JSON.stringify(ids),
    );
  });

  it('indexes a hundred posts that are written at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, index) => aPost({ headline: 'Hundredfold', body: `number n${index}` })),
    );
    const found = await eventually(
      () => search('hundredfold', { limit: 100 }),
      seen => seen.length === 100,
    );
    expect([...found].sort()).toEqual([...ids].sort());
  });
});

describe('GET /posts/search without a key', () => {
  const noKey = { key: null };

  it('confirms no word of the newsroom’s tags, alone, together, quoted or with public words', async () => {
    const tags = ['*merger embargo', '~Widerspruch', ' *東京支局', 'harbour'];
    const id = await aPost({ headline: 'Quay opened', tags });
    const secrets = ['embargo', 'merger embargo', '"merger embargo"', 'widerspruch', '東京支局', '支局'];
    const phrases = [
      ...secrets,
      ...secrets.map(word => `quay ${word}`),
      '*merger',
      'harbour embargo',
      '~widerspruch',
    ];
    for (const phrase of phrases) await finds(phrase, id);

    for (const phrase of phrases)
      for (const path of ['/posts/search', '/posts']) {
        const { status, body, headers } = await api.get(path, { ...noKey, query: { phrase } });
        expect([status, body, headers.get('link'), headers.get('x-total-count')], phrase).toEqual([
          200,
          [],
          null,
          null,
        ]);
      }
    expect(await fetchIds(api, '/posts/search?phrase=quay+harbour', noKey)).toEqual([id]);
  });

  it('returns for such a word the same page as if the posts with it did not exist', async () => {
    for (let made = 0; made < 4; made++) {
      await aPost({ headline: 'Plain otter', created_ts: T + made });
      await aPost({ headline: 'Plain', tags: ['*otter'], created_ts: T + made });
    }
    await eventually(
      () => search('otter'),
      ({ length }) => length === 8,
    );

    const query = { phrase: 'otter', limit: 2, include_fields: 'headline' };
    const first = await api.get('/posts/search', { ...noKey, query });
    const second = await api.get(readNext(first)!, noKey);

    for (const { body } of [first, second]) expect(body).toEqual(Array(2).fill({ headline: 'Plain otter' }));
    expect(readNext(second)).toBeUndefined();
    expect(await fetchIds(api, '/posts/search?phrase=otter&offset=4', noKey)).toEqual([]);
  });
});

describe('phrase combined with other filters of GET /posts', () => {
  const id: Record<string, number> = {};
  let hidden: any;

  beforeAll(async () => {
    const news = await makeSection(api, { url: 'fig-news' });
    hidden = await makeSection(api, { url: 'fig-desk', status: 1 });
    id.a = await aPost({ headline: 'Fig tart', sections: [news.id], created_ts: T, updated_ts: T + 900 });
    id.b = await aPost({ headline: 'Fig jam', tags: ['sweet'], created_ts: T + 10, updated_ts: T + 100 });
    id.c = await aPost({
      headline: 'Fig tart',
      tags: ['sweet'],
      sections: [news.id, hidden.id],
      created_ts: T + 20,
    });
    id.d = await aPost({
      headline: 'Fig secret',
      sections: [hidden.id],
      created_ts: T + 30,
      tags: ['*figment'],
    });
    id.e = await aPost({ headline: 'Fig open', created_ts: T + 40, tags: ['*figment'] });
    await finds('fig', id.e, id.d, id.c, id.b, id.a);
  });

  it.each([
    ['sections=fig-news', 'ca'],
    ['exclude_sections=fig-news', 'edb'],
    ['tags=sweet', 'cb'],
    ['tags=sweet&sections=fig-news', 'c'],
    [`start_ts=${T + 10}&end_ts=${T + 20}`, 'cb'],
    ['order=oldest', 'abcde'],
    [`order=updated&end_ts=${T + 10}`, 'ab'],
    ['exclude_private=1', 'ecba'],
    ['type=video', ''],
  ])('lists the posts that match phrase and %s', async (query, names) => {
    for (const phrase of ['fig', '"fig"'])
      expect(await search(phrase, Object.fromEntries(new URLSearchParams(query)), '/posts')).toEqual(
        Array.from(names).map(name => id[name]),
      );
  });

  it('lists the posts that match a quoted phrase and other filters', async () => {
    expect(await search('"fig tart"', { sections: 'fig-news' }, '/posts')).toEqual([id.c, id.a]);
    expect(await search('"fig tart"', { order: 'oldest', tags: 'sweet' }, '/posts')).toEqual([id.c]);
  });

  it('hides private posts and matches in private tags without a key', async () => {
    const openly = (phrase: string) =>
      fetchIds(api, '/posts/search', { key: null, query: { phrase, include_fields: 'id' } });
    await finds('figment', id.e!, id.d!);
    await finds('"figment" fig', id.e!, id.d!);
    expect(await openly('fig')).toEqual([id.e, id.c, id.b, id.a]);
    expect(await openly('figment')).toEqual([]);
    expect(await openly('fig "figment"')).toEqual([]);
    expect(await openly('"fig open"')).toEqual([id.e]);
  });
});
