/** The folders for mutation testing, each with its tests. */
export const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'shared/idempotency': ['test/unit/idempotency/*.test.ts', 'test/api/idempotency.test.ts'],
  'shared/webhooks': [
    // Without deliveries.test.ts, which runs many workers.
    'test/unit/webhooks/[!d]*.test.ts',
    'test/unit/webhooks/deliveries-worker.test.ts',
    'test/api/webhooks.test.ts',
    'test/api/partner-news.test.ts',
  ],
  'shared/store': ['test/unit/store/**/*.test.ts'],
  // Without exactness and exhaustive-query, which make random queries over many entries.
  'shared/store/query': ['test/unit/store/query/[!e]*.test.ts'],
  'shared/store/wire': ['test/unit/store/{client,tracing}.test.ts', 'test/unit/store/wire/*.test.ts'],
  'shared/http': [
    // Without worst-inputs, which measures times.
    'test/unit/http/[!w]*.test.ts',
    'test/unit/http/guarded/*.test.ts',
  ],
  // Without linear-time, as above.
  'shared/search': ['test/unit/search/[!l]*.test.ts'],
  'shared/sections': [
    'test/unit/sections/directory.test.ts',
    'test/unit/sections/list.test.ts',
    'test/unit/sections/progress.test.ts',
    'test/unit/sections/writes.test.ts',
    'test/api/section*.test.ts',
    'test/api/tags*.test.ts',
    'test/api/membership.test.ts',
    'test/api/post-images.test.ts',
    'test/api/public-promises.test.ts',
  ],
  // These need less than a second. Tests over HTTP need longer and find hardly more.
  'shared/posts': ['test/unit/posts/*.test.ts'],
  'shared/publishing': [
    'test/unit/posts/*.test.ts',
    'test/unit/publishing/*.test.ts',
    'test/unit/events/publisher*.test.ts',
    'test/unit/events/scheduling.test.ts',
    'test/api/basename.test.ts',
    'test/api/content.test.ts',
    'test/api/drafts.test.ts',
    'test/api/page-list.test.ts',
    'test/api/permalinks.test.ts',
    'test/api/previews.test.ts',
    'test/api/public-promises.test.ts',
    'test/api/post*.test.ts',
    'test/api/scheduled-posts.test.ts',
  ],
  'shared/listing': [
    'test/unit/listing/*.test.ts',
    'test/api/post-filters*.test.ts',
    'test/api/post-list*.test.ts',
  ],
};

/** A file of texts for the reference, without code. */
export const TEXTS = 'shared/posts/descriptions.ts';
