/** The folders for mutation testing, each with its tests. */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'shared/platform/idempotency': [
    'test/unit/platform/idempotency/*.test.ts',
    'test/api/requests/idempotency.test.ts',
  ],
  'shared/posts/webhooks': [
    // Without deliveries.test.ts, which runs many workers.
    'test/unit/posts/webhooks/[!d]*.test.ts',
    'test/unit/posts/webhooks/deliveries-worker.test.ts',
    'test/api/webhooks/webhooks.test.ts',
    'test/api/webhooks/partner-news.test.ts',
  ],
  'shared/platform/store': ['test/unit/platform/store/**/*.test.ts'],
  // Without exactness and exhaustive-query, which make random queries over many entries.
  'shared/platform/store/query': ['test/unit/platform/store/query/[!e]*.test.ts'],
  'shared/platform/store/wire': [
    'test/unit/platform/store/{client,tracing}.test.ts',
    'test/unit/platform/store/wire/*.test.ts',
  ],
  'shared/platform/http': [
    // Without worst-inputs, which measures times.
    'test/unit/platform/http/[!w]*.test.ts',
    'test/unit/platform/http/guarded/*.test.ts',
  ],
  // Without linear-time, as above.
  'shared/posts/search': ['test/unit/posts/search/[!l]*.test.ts'],
  'shared/taxonomy/sections': [
    'test/unit/taxonomy/sections/directory.test.ts',
    'test/unit/taxonomy/sections/list.test.ts',
    'test/unit/taxonomy/sections/progress.test.ts',
    'test/unit/taxonomy/sections/writes.test.ts',
    'test/api/sections/section*.test.ts',
    'test/api/sections/tags*.test.ts',
    'test/api/sections/membership.test.ts',
    'test/api/posts/post-images.test.ts',
    'test/api/requests/public-promises.test.ts',
  ],
  // These need less than a second. Tests over HTTP need longer and find hardly more.
  'shared/posts/record': ['test/unit/posts/{answers,paths,record}/*.test.ts'],
  'shared/posts/answers': ['test/unit/posts/{answers,record}/*.test.ts'],
  'shared/posts/paths': ['test/unit/posts/{answers,paths,record}/*.test.ts'],
  'shared/posts/publishing': [
    'test/unit/posts/{answers,paths,record}/*.test.ts',
    'test/unit/posts/publishing/**/*.test.ts',
    'test/unit/events/publisher*.test.ts',
    'test/unit/events/scheduling.test.ts',
    'test/api/posts/basename.test.ts',
    'test/api/posts/content.test.ts',
    'test/api/drafts/drafts.test.ts',
    'test/api/lists/page-list.test.ts',
    'test/api/posts/permalinks.test.ts',
    'test/api/drafts/previews.test.ts',
    'test/api/requests/public-promises.test.ts',
    'test/api/**/post*.test.ts',
    'test/api/drafts/scheduled-posts.test.ts',
  ],
  'shared/posts/listing': [
    'test/unit/posts/listing/*.test.ts',
    'test/api/lists/post-filters*.test.ts',
    'test/api/lists/post-list*.test.ts',
  ],
};

/** A file of texts for the reference, without code. */
export const TEXTS = 'shared/posts/record/descriptions.ts';
