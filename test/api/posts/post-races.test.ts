import { describe, expect, it } from 'vitest';
import { times } from '../../support/values/times.ts';
import { useApi } from '../../support/api/api.ts';
import { errorAnswer, fetchIds, makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { rounds } from '../../support/run/rounds.ts';

const api = useApi();

/** Fields that accept any text. */
const TEXTS = [
  'subheadline',
  'page_title',
  'meta_description',
  'og_title',
  'og_description',
  'photo_credit',
  'photo_caption',
  'teaser_photo_credit',
  'media',
  'layout_name',
];

describe('simultaneous edits', () => {
  it('keeps all 100 edits when 10 requests each edit another field of 10 posts', async () => {
    const posts = await Promise.all(times(10, () => makePost(api)));
    await Promise.all(
      posts.flatMap(({ id }) => TEXTS.map(name => ok(api.put(`/posts/${id}`, { [name]: `${name} ${id}` })))),
    );
    for (const { id } of posts) {
      const expected = Object.fromEntries(TEXTS.map(name => [name, `${name} ${id}`]));
      expect(await ok(api.get(`/posts/${id}`))).toMatchObject(expected);
    }
  });

  const EDITS = rounds(25, 100);

  it(`applies ${EDITS} simultaneous edits of one post, each under a version of its own`, async () => {
    const { id } = await makeDraft(api, { tags: ['t'] });
    const replies = await Promise.all(
      times(EDITS, index =>
        api.put(
          `/drafts/${id}`,
          index % 10 === 9 ? { body: `body ${index}` } : { [TEXTS[index % 10] ?? '']: `${index}` },
        ),
      ),
    );
    expect(replies.map(reply => reply.status)).toEqual(times(EDITS, () => 200));
    const versions = replies.map(({ headers }) => Number(/^"(\d+)-/.exec(headers.get('etag') ?? '')?.[1]));
    expect(versions.sort((a, b) => a - b)).toEqual(times(EDITS, index => index + 2));
    const after = await ok(api.get(`/drafts/${id}`));
    TEXTS.slice(0, 9).forEach((name, digit) => {
      expect(Number(after[name]) % 10).toBe(digit);
    });
    expect(after.body).toMatch(/^body \d*9$/);
  });

  it('accepts one of 20 edits with the same If-Match and answers 412 to the others', async () => {
    const { id } = await makeDraft(api);
    const replies = await Promise.all(
      times(20, index => api.put(`/drafts/${id}`, { media: `${index}` }, { headers: { 'if-match': '"1"' } })),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([200, ...times(19, () => 412)]);
  });
});

describe('simultaneous changes of state', () => {
  it('publishes a draft once and answers 409 to the other 49 requests', async () => {
    const { id } = await makeDraft(api, { headline: 'Publish me' });
    const replies = await Promise.all(times(50, () => api.put(`/drafts/${id}`, { action: 'publish' })));
    expect(replies.map(reply => reply.status).sort()).toEqual([200, ...times(49, () => 409)]);
    const lost = replies.find(reply => reply.status === 409);
    expect(lost?.body).toEqual(errorAnswer('conflict', 'action: a published post can’t be published'));
    expect(await fetchIds(api, '/posts/basename', { query: { basename: 'publish-me' } })).toEqual([id]);
  });

  it('deletes a post once and answers 404 to the other 19 requests', async () => {
    const { id } = await makePost(api);
    const replies = await Promise.all(times(20, () => api.delete(`/posts/${id}`)));
    expect(replies.map(reply => reply.status).sort()).toEqual([200, ...times(19, () => 404)]);
  });

  it('applies edits before a simultaneous publish or answers 404 after it, and loses none', async () => {
    const { id } = await makeDraft(api);
    const [published, ...edits] = await Promise.all([
      api.put(`/drafts/${id}`, { action: 'publish', media: 'published' }),
      ...times(10, index => api.put(`/drafts/${id}`, { subheadline: `${index}` })),
    ]);
    expect(published.status).toBe(200);
    const after = await ok(api.get(`/posts/${id}`));
    expect(after.media).toBe('published');
    const applied = edits.filter(reply => reply.status === 200);
    expect(edits.every(reply => [200, 404].includes(reply.status))).toBe(true);
    expect(after.subheadline === '').toBe(applied.length === 0);
  });
});

it('POST /drafts creates one draft and answers 409 to 19 simultaneous ones with its provider_post_id', async () => {
  const replies = await Promise.all(
    times(20, () => api.post('/drafts', { headline: 'x', provider_post_id: 'once' })),
  );
  expect(replies.map(reply => reply.status).sort()).toEqual([200, ...times(19, () => 409)]);
});
