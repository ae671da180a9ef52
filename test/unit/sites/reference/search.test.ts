import { describe, expect, it } from 'vitest';
import { openApi } from '../../../../infra/sites/reference/document.ts';
import { search } from '../../../../infra/sites/reference/page/search.ts';
import { makePages } from '../../../../infra/sites/reference/pages/build.ts';
import { buildIndex } from '../../../../infra/sites/reference/pages/search-index.ts';

const [, ...pages] = makePages(JSON.stringify(await openApi({ site: {} })));
const index = buildIndex(pages);

/** What people look for, and the page that they must find first. */
const QUERIES: [query: string, path: string][] = [
  ['crop', 'fields/lead-image-and-crops'],
  ['publish', 'tasks/publish-a-story'],
  ['429', 'errors/too_many_requests'],
  ['schedule', 'tasks/schedule-a-story'],
  ['cursor', 'tasks/page-through-lists'],
  ['If-Match', 'tasks/edit-at-the-same-time'],
  ['teaser image', 'fields/teaser-image'],
  ['headline', 'fields/headline-and-texts'],
  ['upload', 'tasks/upload-a-picture'],
  ['webhook', 'tasks/receive-webhooks'],
  ['sign in', 'tasks/sign-people-in'],
  ['Idempotency-Key', 'tasks/repeat-requests'],
  ['retry', 'tasks/repeat-requests'],
  ['pagination', 'tasks/page-through-lists'],
  ['etag', 'tasks/edit-at-the-same-time'],
  ['412', 'errors/precondition_failed'],
  ['404', 'errors/not_found'],
  ['rate limit', 'errors/too_many_requests'],
  ['rss', 'operations/feedsGet'],
  ['sitemap', 'operations/sitemapsIndex'],
  ['full text search', 'operations/postsSearch'],
  ['revisions', 'operations/editorListRevisions'],
  ['autosave', 'operations/editorEditPost'],
  ['redirect', 'operations/postsPermalink'],
  ['preview link', 'operations/previewsCreate'],
  ['audit trail', 'operations/auditList'],
  ['api key', 'operations/apiKeysCreate'],
  ['page views', 'operations/postsRecordPageViews'],
  ['seo', 'fields/social-and-search-engines'],
  ['embargo', 'fields/times-of-posts'],
  ['byline', 'fields/authors-of-posts'],
  ['slug', 'fields/addresses-of-posts'],
  ['direct upload', 'operations/uploadsCreate'],
  ['website', 'tasks/build-a-site'],
  ['wordpress', 'tasks/move-from-wordpress'],
  ['export', 'tasks/move-out'],
  ['filter', 'tasks/search-and-filter'],
  ['caching', 'tasks/use-caches'],
  ['least privilege', 'tasks/give-keys'],
  ['share a draft', 'tasks/share-a-preview'],
];

describe('search of the reference', () => {
  it.each(QUERIES)('finds for “%s” first %s', (query, path) => {
    const hits = search(index, query);

    expect(
      hits.map(hit => hit.path).slice(0, 3)[0],
      hits.map(hit => `${hit.path} ${hit.score}`).join('\n'),
    ).toBe(path);
  });

  it('finds a page by the beginning of its words', () => {
    expect(search(index, 'sched').map(({ path }) => path)).toContain('tasks/schedule-a-story');
  });

  it('finds nothing for an empty query, and for a word that no page has', () => {
    expect(search(index, '')).toEqual([]);
    expect(search(index, 'zeppelin')).toEqual([]);
    expect(search(index, 'crop zeppelin')).toEqual([]);
  });
});
