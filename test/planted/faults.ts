/** A fault of one line: `replacement` replaces `text`, which occurs exactly once in `file`. */
export interface Fault {
  name: string;
  file: string;
  text: string;
  replacement: string;
  /** The test files of the short suite that notice it; a quick run runs only these. */
  noticedBy: readonly string[];
}

/** Faults of different kinds. Each must make the short suite fail. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'dropped-condition',
    file: 'shared/posts/publishing/save.ts',
    text: '.put(record, current ? hasVersion(current.version) : isNew)',
    replacement: '.put(record)',
    noticedBy: ['test/property/history/history.test.ts', 'test/api/posts/post-races.test.ts'],
  },
  {
    name: 'swapped-actions',
    file: 'shared/platform/store/transaction.ts',
    text: 'this.#actions.push(action);',
    replacement: 'this.#actions.unshift(action);',
    noticedBy: ['test/unit/platform/store/transaction.test.ts'],
  },
  {
    name: 'entry-left-out',
    file: 'shared/platform/store/records/relation.ts',
    text: 'transaction.delete(entryKey({ timeline, ts, id }));',
    replacement: '',
    noticedBy: ['test/unit/platform/store/records/relation.test.ts', 'test/api/counters/likes.test.ts'],
  },
  {
    name: 'count-left-out',
    file: 'shared/platform/store/records/relation.ts',
    text: 'if (counter) transaction.add(counter, -1);',
    replacement: '',
    noticedBy: ['test/unit/platform/store/records/relation.test.ts', 'test/api/counters/likes.test.ts'],
  },
  {
    name: 'missing-permission',
    file: 'shared/posts/publishing/edit.ts',
    text: "if (edit.action) requirePermission(caller, 'publish_post');",
    replacement: '',
    noticedBy: ['test/api/drafts/drafts.test.ts'],
  },
  {
    name: 'cursor-off-by-one',
    file: 'shared/platform/store/timeline.ts',
    text: 'const last = page.at(-1);',
    replacement: 'const last = page.at(-2);',
    noticedBy: ['test/api/lists/post-lists.test.ts'],
  },
  {
    name: 'missing-escape',
    file: 'shared/library/images/html.ts',
    text: '="${escapeHtml(value)}"',
    replacement: '="${value}"',
    noticedBy: ['test/api/files/images.test.ts'],
  },
  {
    name: 'stale-cache',
    file: 'shared/taxonomy/sections/read.ts',
    text: 'cache.clear();',
    replacement: '',
    noticedBy: ['test/unit/taxonomy/sections/directory.test.ts', 'test/api/sections/membership.test.ts'],
  },
  {
    name: 'unreleased-name',
    file: 'shared/platform/store/records/unique.ts',
    text: 'if (from !== null) release(transaction, kind, from);',
    replacement: '',
    noticedBy: ['test/api/posts/basename.test.ts'],
  },
  {
    name: 'wrong-status',
    file: 'shared/platform/core/errors.ts',
    text: "412, 'precondition_failed'",
    replacement: "409, 'precondition_failed'",
    noticedBy: ['test/api/requests/etags.test.ts'],
  },
  {
    name: 'lost-outbox-item',
    file: 'shared/posts/publishing/save.ts',
    text: 'FOLLOW_UPS.flatMap(',
    replacement: 'FOLLOW_UPS.slice(0, 1).flatMap(',
    noticedBy: ['test/api/lists/search.test.ts'],
  },
  {
    name: 'crop-off-by-one',
    file: 'shared/library/images/crops.ts',
    text: 'else if (from + long > size)',
    replacement: 'else if (from + long >= size)',
    noticedBy: ['test/unit/library/images/crops.test.ts'],
  },
  {
    name: 'early-publication',
    file: 'shared/posts/publishing/jobs/publish-due.ts',
    text: ' || scheduled_at > now()',
    replacement: '',
    noticedBy: ['test/unit/events/publisher.test.ts'],
  },
  {
    name: 'inner-address',
    file: 'shared/platform/http/guarded/address.ts',
    text: "if (address.range() !== 'unicast') return false;",
    replacement: '',
    noticedBy: ['test/unit/platform/http'],
  },
  {
    name: 'reused-idempotency-key',
    file: 'shared/platform/idempotency/run-once.ts',
    text: 'if (found.fingerprint !== fingerprint) throw new IdempotencyKeyReused();',
    replacement: '',
    noticedBy: ['test/api/requests/idempotency.test.ts'],
  },
  {
    name: 'unsigned-timestamp',
    file: 'shared/posts/webhooks/attempt.ts',
    text: '.update(`${ts}.${body}`)',
    replacement: '.update(body)',
    noticedBy: ['test/unit/posts/webhooks/signature.test.ts'],
  },
];
