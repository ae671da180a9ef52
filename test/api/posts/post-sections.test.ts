import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import {
  errorAnswer,
  fetchIds,
  makeDraft,
  makePost,
  makeSection,
  ok,
} from '../../support/resources/posts.ts';

const api = useApi();

describe('post field sections', () => {
  it('accepts sections by id, numeric string, title and url, in any case, and answers with ids', async () => {
    const [a, b, c] = [
      await makeSection(api, { title: 'World News', url: 'world' }),
      await makeSection(api, { title: 'Sport', url: 'sport-and-play' }),
      await makeSection(api, { title: 'Arts', url: 'culture/arts' }),
    ];
    const post = await makePost(api, {
      sections: [a.id, String(a.id), 'wORLD nEWS', 'SPORT-and-play', 'arts', 'culture/arts', 'home', 0, '0'],
    });
    expect(post.sections).toEqual([a.id, b.id, c.id, 0]);
    expect(post.auto_sections).toEqual([]);
  });

  it('finds a section by a title that looks like an id', async () => {
    const section = await makeSection(api, { title: '2026', url: 'year-2026' });
    expect((await makePost(api, { sections: ['2026'] })).sections).toEqual([section.id]);
    expect((await makePost(api, { primary_section: '2026' })).primary_section).toBe(section.id);
  });

  it('refuses unknown sections and names the index of each', async () => {
    const reply = await api.post('/posts', { headline: 'x', sections: [0, 'Nowhere', 99] });
    expect(reply).toMatchObject({
      status: 400,
      body: errorAnswer(
        'invalid_input',
        'sections.1: there is no section "Nowhere"',
        'sections.2: there is no section 99',
      ),
    });
  });

  it('refuses a value that is not an array of references', async () => {
    const text = await api.post('/posts', { headline: 'x', sections: 'Home' });
    expect(text.body).toEqual(errorAnswer('invalid_input', 'sections: must be an array'));
    const wrong = await api.post('/posts', { headline: 'x', sections: [{}] });
    expect(wrong.body).toEqual(
      errorAnswer('invalid_input', 'sections.0: must be a section: its id, title or url'),
    );
  });

  it('replaces sections when an edit sends them, keeps them when it does not, and clears them with null', async () => {
    const [a, b] = [await makeSection(api), await makeSection(api)];
    const { id } = await makePost(api, { sections: [a.id] });
    expect((await ok(api.put(`/posts/${id}`, { media: 'x' }))).sections).toEqual([a.id]);
    expect((await ok(api.put(`/posts/${id}`, { sections: [b.id, 0] }))).sections).toEqual([b.id, 0]);
    expect((await ok(api.put(`/posts/${id}`, { sections: null }))).sections).toEqual([]);
  });

  it('limits explicit sections to 100 and does not count automatic ones', async () => {
    const ids: number[] = [];
    while (ids.length < 101) ids.push((await makeSection(api, { tags: ['all'] })).id);
    const message = 'sections: must have at most 100 items';
    const many = await api.post('/posts', { headline: 'x', sections: ids });
    expect(many).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
    const post = await makePost(api, { sections: ids.slice(0, 100) });
    const more = await api.put(`/posts/${post.id}`, { primary_section: ids[100] });
    expect(more).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
    const automatic = await makePost(api, { tags: ['all'], sections: [0] });
    expect(automatic.sections).toHaveLength(102);
    expect(await ok(api.put(`/posts/${automatic.id}`, automatic))).toMatchObject({
      sections: automatic.sections,
      auto_sections: automatic.auto_sections,
    });
  });
});

describe('automatic sections', () => {
  it('adds sections that share a tag and lists them also in auto_sections', async () => {
    const [named, sharing] = [await makeSection(api), await makeSection(api, { tags: ['Tides'] })];
    const post = await makePost(api, { tags: ['x', ' tides '], sections: [named.id] });
    expect(post).toMatchObject({ sections: [named.id, sharing.id], auto_sections: [sharing.id] });
    const edited = await ok(api.put(`/posts/${post.id}`, { tags: ['x'] }));
    expect(edited).toMatchObject({ sections: [named.id], auto_sections: [] });
  });

  it('keeps a section automatic when the request sends it back', async () => {
    const sharing = await makeSection(api, { tags: ['ebb'] });
    const post = await makePost(api, { tags: ['ebb'] });
    await ok(api.put(`/posts/${post.id}`, { sections: post.sections }));
    expect((await ok(api.put(`/posts/${post.id}`, { tags: [] }))).sections).toEqual([]);
    expect(await fetchIds(api, '/posts/section', { query: { section_name: sharing.url } })).toEqual([]);
  });
});

describe('post field primary_section', () => {
  it('is null by default', async () => {
    expect((await makePost(api, { sections: [0] })).primary_section).toBeNull();
  });

  it('accepts a section by id, numeric string, title and url, and adds it to sections', async () => {
    const section = await makeSection(api, { title: 'Opinion', url: 'comment' });
    for (const reference of [section.id, String(section.id), 'OPINION', 'comment']) {
      const post = await makePost(api, { primary_section: reference });
      expect(post).toMatchObject({ primary_section: section.id, sections: [section.id] });
    }
    for (const reference of [0, '0', 'HOME']) {
      expect(await makePost(api, { primary_section: reference })).toMatchObject({
        primary_section: 0,
        sections: [0],
      });
    }
  });

  it('refuses a primary_section that the sent sections do not contain', async () => {
    const [a, b] = [await makeSection(api), await makeSection(api)];
    const refused = await api.post('/posts', {
      headline: 'x',
      sections: [a.id],
      primary_section: b.id,
    });
    expect(refused).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'primary_section: must also be listed in sections'),
    });
    const listed = await makePost(api, { sections: [a.url, b.url], primary_section: b.id });
    expect(listed).toMatchObject({ sections: [a.id, b.id], primary_section: b.id });
  });

  it('refuses an unknown primary_section', async () => {
    const reply = await api.post('/posts', { headline: 'x', primary_section: 'Nowhere' });
    expect(reply.body).toEqual(
      errorAnswer('invalid_input', 'primary_section: there is no section "Nowhere"'),
    );
  });

  it('clears primary_section with null and with sections that do not contain it', async () => {
    const [a, b] = [await makeSection(api), await makeSection(api)];
    const { id } = await makePost(api, { primary_section: a.id });
    expect(await ok(api.put(`/posts/${id}`, { primary_section: null }))).toMatchObject({
      primary_section: null,
      sections: [a.id],
    });
    await ok(api.put(`/posts/${id}`, { primary_section: a.id }));
    expect(await ok(api.put(`/posts/${id}`, { sections: [b.id] }))).toMatchObject({
      primary_section: null,
      sections: [b.id],
    });
  });
});

describe('post field roar_author_ids', () => {
  it('defaults to the key’s author', async () => {
    const editor = await api.makeKey('Editor');
    for (const fields of [{}, { roar_author_ids: null }, { roar_author_ids: [] }, { roar_author_ids: '' }]) {
      const post = await makePost(api, fields, { key: editor.key });
      expect(post).toMatchObject({ roar_author_ids: [editor.authorId], author_id: editor.authorId });
    }
  });

  it('keeps the order of the ids and drops duplicates', async () => {
    const [a, b] = [await api.makeKey('Editor'), await api.makeKey('Guest Editor')];
    const post = await makePost(api, { roar_author_ids: [b.authorId, a.authorId, b.authorId] });
    expect(post.roar_author_ids).toEqual([b.authorId, a.authorId]);
    expect(post.roar_authors.map((author: { id: number }) => author.id)).toEqual([b.authorId, a.authorId]);
    expect(post).toMatchObject({ author_id: b.authorId, author_title: 'Guest Editor' });
  });

  it.each(['posts', 'drafts'])('stays unchanged when PUT /%s does not send it', async family => {
    const { authorId } = await api.makeKey('Editor');
    const make = family === 'posts' ? makePost : makeDraft;
    const { id } = await make(api, { roar_author_ids: [authorId] });
    expect((await ok(api.put(`/${family}/${id}`, { media: 'x' }))).roar_author_ids).toEqual([authorId]);
  });

  it('names the index of an entry that is not an id', async () => {
    const message = 'roar_author_ids.1: must be an id: an integer from 0 to 2^53-1';
    const reply = await api.post('/drafts', { headline: 'x', roar_author_ids: [1, 'two'] });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
  });

  it.each([null, '', []])('assigns the key’s author alone when an edit sends %j', async nothing => {
    const editor = await api.makeKey('Editor');
    for (const [family, make] of [['posts', makePost] as const, ['drafts', makeDraft] as const]) {
      const { id } = await make(api);
      const edited = await ok(api.put(`/${family}/${id}`, { roar_author_ids: nothing }, { key: editor.key }));
      expect(edited.roar_author_ids).toEqual([editor.authorId]);
    }
  });

  it('refuses unknown authors and values that are not an array of at most 50 ids', async () => {
    const unknown = await api.post('/posts', { headline: 'x', roar_author_ids: [404] });
    expect(unknown).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'roar_author_ids: there is no author with the id 404'),
    });
    for (const wrong of [7, 'x', Array.from({ length: 51 }, (_, index) => index)]) {
      const reply = await api.post('/posts', { headline: 'x', roar_author_ids: wrong });
      expect(reply.status).toBe(400);
      expect(reply.body.status.messages).toEqual([expect.stringMatching(/^roar_author_ids: /)]);
    }
  });
});

describe('post field is_private', () => {
  it('is true only when the post has sections and all are private', async () => {
    const [hidden, open] = [await makeSection(api, { status: 1 }), await makeSection(api, { status: 2 })];
    expect((await makePost(api, { sections: [hidden.id] })).is_private).toBe(true);
    expect((await makePost(api, { sections: [hidden.id, open.id] })).is_private).toBe(false);
    expect((await makePost(api, { sections: [hidden.id, 0] })).is_private).toBe(false);
    expect((await makePost(api)).is_private).toBe(false);
  });
});
