import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { errorAnswer, makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({
  baseUrl: 'https://news.example/',
  postTypes: ['page', 'poem'],
  customRoles: { 'Guest Writer': ['publish_post'] },
  features: { partnerNews: true },
  partnerNews: {
    endpoint: 'https://partner.example/in',
    accessKey: 'access',
    secret: { secretName: 'partner-news' },
  },
});

describe('site configuration for posts', () => {
  it('accepts only the configured post types', async () => {
    expect((await makePost(api, { type: 'poem' })).type).toBe('poem');
    const reply = await api.post('/posts', { headline: 'x', type: 'recipe' });
    expect(reply.body).toEqual(errorAnswer('invalid_input', 'type: must be one of page, poem'));
  });

  it('builds addresses on the configured base URL', async () => {
    expect(await makeDraft(api, { headline: 'Based' })).toMatchObject({
      post_url: 'https://news.example/based',
      draft_url: 'https://news.example/based?draft=1',
      slug: '/based',
      roar_authors: [{ profile_href: 'https://news.example/u/admin/' }],
    });
  });

  it('stores partnernews_article when partnerNews is configured', async () => {
    const post = await makePost(api, { partnernews_article: true });
    expect(post.partnernews_article).toBe(true);
    const edited = await ok(api.put(`/posts/${post.id}`, { partnernews_article: null }));
    expect(edited.partnernews_article).toBe(false);
  });

  it('lets Guest Writers publish drafts of others when their role has publish_post', async () => {
    const { key } = await api.makeKey('Guest Writer');
    const { id } = await makeDraft(api);
    const reply = await api.put(`/drafts/${id}`, { action: 'publish' }, { key });
    expect(reply).toMatchObject({ status: 200, body: { status: 'published' } });
  });
});
