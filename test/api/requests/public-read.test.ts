import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { plantImages } from '../../support/records/media-records.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ features: { publicRead: true }, apiKeyHeader: 'x-vendor-key' });
const noKey = { key: null };
const made = { author: 0, section: 0, hidden: 0, tag: 0, badge: 0, post: 0, private: 0, draft: 0 };
async function create(path: string, body: object): Promise<number> {
  return (await api.post(path, body)).body.id;
}

beforeAll(async () => {
  made.author = await create('/api/1.1/authors', { name: 'byline', email: 'byline@example.com' });
  made.section = await create('/sections', { title: 'Open', url: 'open', status: 2 });
  made.hidden = await create('/sections', { title: 'Hidden', url: 'hidden', status: 1 });
  made.tag = await create('/tags', { title: 'News', url: 'news', status: 2 });
  made.badge = await create('/badges', { name: 'Live', image_id: (await plantImages(1))[0] });
  made.post = await create('/posts', { headline: 'Seen', sections: [made.section], tags: ['news'] });
  made.private = await create('/posts', { headline: 'Unseen', sections: [made.hidden], tags: ['news'] });
  made.draft = await create('/drafts', { headline: 'Draft' });
});

describe('site with publicRead', () => {
  it('answers every public route without a key, cacheable for 30 seconds', async () => {
    const examples: Record<string, string> = {
      'authors/get': `/api/1.1/authors/${made.author}`,
      'authors/by-name': '/api/1.2/authors/name?author_names=byline',
      'sections/get': `/api/1.3/sections/${made.section}`,
      'tags/get': `/api/1.3/tags/${made.tag}`,
      'badges/get': `/api/1.3/badges/${made.badge}`,
      'posts/get': `/api/1.3/posts/${made.post}`,
      'posts/permalink': '/api/1.3/posts/permalink?path=/seen',
      'posts/section': '/api/1.3/posts/section?section_name=open',
      'posts/search': '/api/1.3/posts/search?phrase=open',
      'feeds/get': '/feeds/atom.xml?section=open',
      'sitemaps/month': '/sitemaps/2026-01.xml',
      'posts/tag': '/api/1.3/posts/tag?tag=news',
      'posts/author': '/api/1.3/posts/author?author_name=byline',
    };
    const open = routeList.filter(
      route => route.public && (examples[route.name] ?? !route.path.includes('{')),
    );
    expect(open.length).toBeGreaterThan(10);
    for (const route of open) {
      const reply = await api.get(examples[route.name] ?? route.path, noKey);
      expect([route.name, reply.status]).toEqual([route.name, 200]);
      expect(reply.headers.get('cache-control')).toBe('public, max-age=30');
      expect(reply.headers.get('vary')).toBe(
        'x-svcauth, x-vendor-key, authorization, cookie, prefer, origin, accept-encoding',
      );
      expect(reply.headers.get('etag')).toBeTruthy();
    }
  });

  it('returns 401 without a key on every other route', async () => {
    for (const { method, path } of routeList.filter(row => !row.public && !row.isKeyless)) {
      const reply = await api.send(method, path.replace(/\{\w+\}/g, String(made.post)), noKey);
      expectRefused(reply, 401, 'api_key_missing');
    }
  });

  it('hides private posts, drafts and authors’ emails', async () => {
    expectRefused(await api.get(`/posts/${made.private}`, noKey), 404, 'not_found');
    expectRefused(await api.get(`/posts/${made.draft}`, noKey), 404, 'not_found');
    for (const path of ['/posts', '/posts/tag?tag=news', '/posts/section?section_name=hidden']) {
      const { body } = await api.get(path, noKey);
      expect(body.map((post: { id: number }) => post.id)).not.toContain(made.private);
    }
    const { body } = await api.get('/api/1.3/authors/search', noKey);
    expect(JSON.stringify(body)).not.toContain('byline@example.com');
  });

  it('checks a key that is sent, and answers a valid one as private', async () => {
    expectRefused(await api.get('/posts', { key: 'wrong' }), 403, 'api_key_invalid');
    const keyed = await api.get(`/posts/${made.private}`);
    expect(keyed.status).toBe(200);
    expect(keyed.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('treats Basic authorization as a request without a key', async () => {
    const headers = { authorization: 'Basic dXNlcjpwYXNz' };
    expect((await api.get('/posts', { key: null, headers })).status).toBe(200);
  });
});
