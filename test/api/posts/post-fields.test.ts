import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { CROPS, FIELDS } from '../../support/resources/post-fields.ts';
import { errorAnswer, makeDraft, makePost, ok, plantReferences } from '../../support/resources/posts.ts';

const api = useApi();

/** The draft that refused edits leave as it is. */
let draft: number;

beforeAll(async () => {
  await plantReferences({ images: [11, 12], badges: [21, 22] });
  draft = (await makeDraft(api)).id;
});

describe.each(FIELDS)('post field $name', ({ name, value, initial, bad }) => {
  it('stores and answers the value as sent, on create and on edit', async () => {
    const made = await makeDraft(api, { [name]: value });
    expect(made[name]).toEqual(value);
    expect((await ok(api.get(`/drafts/${made.id}`)))[name]).toEqual(value);
    const plain = await makePost(api);
    expect(plain[name]).toEqual(initial);
    expect((await ok(api.put(`/posts/${plain.id}`, { [name]: value })))[name]).toEqual(value);
    expect((await ok(api.get(`/posts/${plain.id}`)))[name]).toEqual(value);
  });

  it('returns to the default with null, on create and on edit', async () => {
    const made = await makePost(api, { [name]: value });
    expect((await ok(api.put(`/posts/${made.id}`, { [name]: null })))[name]).toEqual(initial);
    expect((await ok(api.get(`/posts/${made.id}`)))[name]).toEqual(initial);
    expect((await makeDraft(api, { [name]: null }))[name]).toEqual(initial);
  });

  it.each(bad.map(([wrong, message]) => ({ wrong, message })))(
    'refuses a wrong value with “$message”',
    async ({ wrong, message }) => {
      const reply = await api.post('/posts', { headline: 'x', [name]: wrong });
      expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
      const edit = await api.put(`/drafts/${draft}`, { [name]: wrong });
      expect(edit).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
    },
  );
});

describe('null inside a post’s field', () => {
  const sent = {
    product: {
      name: null,
      brand: 'Lux',
      price: null,
      currency: null,
      url: null,
      rating: null,
      image_id: null,
    },
    listicle: {
      items: [
        { headline: null, body: 'x', media: null, is_image: null, image_id: null, manual_image_crops: null },
        { manual_image_crops: { '3x1': { ...CROPS['3x1'], sizes: null } }, caption: null, credit: null },
      ],
      settings: { layout_type: null, body_text_above: null },
    },
    manual_image_crops: { '3x1': { ...CROPS['3x1'], sizes: null } },
    roar_specific_data: { keep_reading_button_text: null, keep_reading_hide_word_count: null, own: null },
  };
  const { sizes: _sizes, ...cropAlone } = CROPS['3x1'];
  /** What was not given is left out; in free-form data and for images, null is a value. */
  const stored = {
    product: { brand: 'Lux', image_id: null },
    listicle: {
      items: [{ body: 'x', image_id: null }, { manual_image_crops: { '3x1': cropAlone } }],
      settings: { layout_type: 1, body_text_above: false },
    },
    manual_image_crops: { '3x1': cropAlone },
    roar_specific_data: sent.roar_specific_data,
  };

  async function scheduled(): Promise<number> {
    const { id } = await makeDraft(api);
    await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: Math.floor(Date.now() / 1000) + 3600 }));
    return id;
  }

  it.each<[string, () => Promise<any>]>([
    ['POST /drafts', () => makeDraft(api, sent)],
    ['POST /posts', () => makePost(api, sent)],
    ['PUT /drafts', async () => await ok(api.put(`/drafts/${(await makeDraft(api)).id}`, sent))],
    ['PUT /drafts of a scheduled one', async () => await ok(api.put(`/drafts/${await scheduled()}`, sent))],
    ['PUT /posts', async () => await ok(api.put(`/posts/${(await makePost(api)).id}`, sent))],
    ['PUT /editor/posts', async () => await ok(api.put(`/editor/posts/${(await makePost(api)).id}`, sent))],
    [
      'PUT /editor/posts of a staged change',
      async () => await ok(api.put(`/editor/posts/${(await makePost(api)).id}`, { ...sent, stage: true })),
    ],
  ])('means that it is not given, at %s', async (_where, send) => {
    const answer = await send();
    for (const [name, value] of Object.entries(stored)) expect(answer[name], name).toStrictEqual(value);
    const { body } = await api.get(`/editor/posts/${answer.id}?staged=1`);
    for (const [name, value] of Object.entries(stored)) expect(body[name], name).toStrictEqual(value);
  });

  it('leaves out the items and settings of a listicle', async () => {
    for (const listicle of [{ items: null, settings: null }, { items: null }, { settings: null }])
      expect((await makeDraft(api, { listicle })).listicle).toStrictEqual({});
  });

  it('is no change of a post that has no such value', async () => {
    const { id } = await makePost(api, stored);
    await ok(api.put(`/posts/${id}`, { ...sent, headline: 'Edited' }));
    await ok(api.put(`/posts/${id}`, { headline: 'Edited again' }));
    const [edited] = await ok(api.get(`/editor/posts/${id}/revisions`));
    expect(edited).toMatchObject({ headline: 'Edited', changed_fields: ['headline'] });
  });
});

describe('post field headline', () => {
  it('stores markup, spaces and all scripts as sent', async () => {
    const headline = ' <b>Quote “this”</b> & 😀 עברית ';
    expect((await makePost(api, { headline })).headline).toBe(headline);
  });

  it.each([
    ['', 'headline: must not be empty'],
    [' \n', 'headline: must not be empty'],
    [7, 'headline: must be a string'],
  ])('refuses the headline %j', async (headline, message) => {
    const reply = await api.post('/drafts', { headline });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
  });
});

it('POST /drafts refuses a headline of over 1000 characters', async () => {
  const reply = await api.post('/drafts', { headline: 'x'.repeat(1001) });
  expect(reply).toMatchObject({
    status: 400,
    body: errorAnswer('invalid_input', 'headline: must have at most 1000 characters'),
  });
});

describe('id in a post’s field', () => {
  it('accepts a numeric string as an id', async () => {
    const post = await makePost(api, {
      image_id: '11',
      badges: ['21'],
      roar_author_ids: [String(api.stack.adminAuthorId)],
    });
    expect(post).toMatchObject({ image_id: 11, badges: [21], roar_author_ids: [api.stack.adminAuthorId] });
  });
});

describe('post field type', () => {
  it.each([
    [{}, 'page'],
    [{ image_id: 11 }, 'image'],
    [{ image_external: 'https://example.com/x.jpg' }, 'image'],
    [{ video: 'https://example.com/v' }, 'video'],
    [{ image_id: 11, video: 'https://example.com/v' }, 'image'],
    [{ image_id: 11, type: 'event' }, 'event'],
  ])('derives the type of %j as %s', async (fields, type) => {
    expect((await makePost(api, fields)).type).toBe(type);
  });

  it('follows the image and video fields while no request has sent a type', async () => {
    const { id } = await makePost(api, { video: 'https://example.com/v' });
    expect((await ok(api.put(`/posts/${id}`, { image_id: 11 }))).type).toBe('image');
    expect((await ok(api.put(`/posts/${id}`, { image_id: null, video: null }))).type).toBe('page');
  });
});

describe('post field tags', () => {
  it('trims tags and drops duplicates in any case, keeping their order', async () => {
    const post = await makePost(api, { tags: [' News ', 'b', 'NEWS', '', '  ', 'B', 'a'] });
    expect(post.tags).toEqual(['News', 'b', 'a']);
  });

  it('leaves tags that begin with * or ~ out of public_tags', async () => {
    const post = await makePost(api, { tags: ['a', '*b', '~c', 'd*'] });
    expect(post.public_tags).toEqual(['a', 'd*']);
  });

  it('adds the primary_tag when the tags do not contain it', async () => {
    expect(await makePost(api, { tags: ['a'], primary_tag: 'b' })).toMatchObject({
      tags: ['a', 'b'],
      primary_tag: 'b',
    });
    expect((await makePost(api, { tags: ['a', 'B'], primary_tag: 'b' })).tags).toEqual(['a', 'B']);
  });

  it('answers a primary_tag as the tags spell it, so that clients find it among them', async () => {
    expect(await makePost(api, { tags: ['Council'], primary_tag: ' COUNCIL ' })).toMatchObject({
      tags: ['Council'],
      primary_tag: 'Council',
    });
    expect(await makePost(api, { primary_tag: ' new ' })).toMatchObject({
      tags: ['new'],
      primary_tag: 'new',
    });
    expect(await makePost(api, { tags: ['a'], primary_tag: '  ' })).toMatchObject({ primary_tag: '' });
  });

  it('refuses a primary_tag that would be the 101st tag', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => `t${index}`);
    const reply = await api.post('/posts', { headline: 'x', tags, primary_tag: 'another' });
    expect(reply).toMatchObject({
      status: 400,
      body: errorAnswer('invalid_input', 'tags: must have at most 100 items, the primary_tag among them'),
    });
  });
});

describe('post fields description, words_count and time_to_read', () => {
  it('computes all three from the text of the body', async () => {
    const body = `<h1>Title</h1><script>no()</script><p>${'word '.repeat(300)}</p>`;
    const post = await makePost(api, { body });
    expect(post.description).toHaveLength(196);
    expect(post.description).toMatch(/^Title word .* word…$/);
    expect(post).toMatchObject({ words_count: 301, time_to_read: { in_seconds: 76 } });
    const edited = await ok(api.put(`/posts/${post.id}`, { body: null }));
    expect(edited).toMatchObject({ description: '', words_count: 0, time_to_read: { in_seconds: 0 } });
  });
});

describe('post field provider_post_id', () => {
  it('is set on create and ignored in an edit', async () => {
    const post = await makePost(api, { provider_post_id: 'ext-1' });
    expect(post).toMatchObject({ provider_id: 20, provider_post_id: 'ext-1' });
    const edited = await ok(api.put(`/posts/${post.id}`, { provider_post_id: 'ext-2' }));
    expect(edited.provider_post_id).toBe('ext-1');
    const other = await makePost(api);
    expect((await ok(api.put(`/posts/${other.id}`, { provider_post_id: 'x' }))).provider_post_id).toBeNull();
  });

  it('frees the value of a removed post and refuses its restore when another post has taken it', async () => {
    const first = await makePost(api, { provider_post_id: 'ext-3' });
    await api.delete(`/posts/${first.id}`);
    const second = await makePost(api, { provider_post_id: 'ext-3' });
    const conflict = {
      status: 409,
      body: errorAnswer('conflict', 'provider_post_id: another post of provider 20 has it'),
    };
    expect(await api.put(`/posts/${first.id}`, { action: 'restore' })).toMatchObject(conflict);
    await api.delete(`/posts/${second.id}`);
    expect((await api.put(`/posts/${first.id}`, { action: 'restore' })).status).toBe(200);
  });

  it.each([null, ''])('treats %j as no value, in any number of posts', async provider_post_id => {
    expect((await makePost(api, { provider_post_id })).provider_post_id).toBeNull();
    expect((await makePost(api, { provider_post_id })).provider_post_id).toBeNull();
  });

  it('refuses a number and a string of over 300 characters', async () => {
    const many = await api.post('/posts', { headline: 'x', provider_post_id: 'x'.repeat(301) });
    expect(many.body).toEqual(
      errorAnswer('invalid_input', 'provider_post_id: must have at most 300 characters'),
    );
    const number = await api.post('/posts', { headline: 'x', provider_post_id: 7 });
    expect(number.body).toEqual(errorAnswer('invalid_input', 'provider_post_id: must be a string'));
  });
});

describe('post field partnernews_article', () => {
  it('refuses true while the site has no partnerNews setting', async () => {
    const { id } = await makePost(api, { partnernews_article: false });
    for (const reply of [
      await api.put(`/posts/${id}`, { partnernews_article: true }),
      await api.post('/drafts', { headline: 'x', partnernews_article: true }),
    ]) {
      const message =
        'partnernews_article: the site has no setting partnerNews {endpoint, accessKey, secret}';
      expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
    }
    expect((await ok(api.put(`/posts/${id}`, { partnernews_article: null }))).partnernews_article).toBe(
      false,
    );
  });

  it('refuses a value that is not a boolean', async () => {
    const reply = await api.post('/drafts', { headline: 'x', partnernews_article: 1 });
    expect(reply.body).toEqual(errorAnswer('invalid_input', 'partnernews_article: must be true or false'));
  });
});

it('POST /posts returns 413 when the fields without the body exceed 350 KB together', async () => {
  const tags = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(200, '字'));
  const roar_specific_data = { big: 'x'.repeat(60_000) };
  const crops = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [
      `r${index}`,
      { ...CROPS['3x1'], sizes: Array.from({ length: 50 }, () => 'x'.repeat(20)) },
    ]),
  );
  const reply = await api.post('/posts', {
    headline: 'x',
    tags,
    roar_specific_data,
    manual_image_crops: crops,
    teaser_manual_image_crops: crops,
    social_teaser_manual_image_crops: crops,
    media: '字'.repeat(20_000),
  });
  expect(reply).toMatchObject({
    status: 413,
    body: errorAnswer('too_large', 'The fields other than the body must have at most 350 KB'),
  });
});
