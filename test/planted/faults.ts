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
    file: 'shared/publishing/save.ts',
    text: '.put(record, current ? hasVersion(current.version) : isNew)',
    replacement: '.put(record)',
    noticedBy: ['test/property/history/history.test.ts', 'test/api/post-races.test.ts'],
  },
  {
    name: 'swapped-actions',
    file: 'shared/store/transaction.ts',
    text: 'this.#actions.push(action);',
    replacement: 'this.#actions.unshift(action);',
    noticedBy: ['test/unit/store/transaction.test.ts'],
  },
  {
    name: 'entry-left-out',
    file: 'shared/store/relation.ts',
    text: 'transaction.delete(entryKey({ timeline, ts, id }));',
    replacement: '',
    noticedBy: ['test/unit/store/relation.test.ts', 'test/api/likes.test.ts'],
  },
  {
    name: 'count-left-out',
    file: 'shared/store/relation.ts',
    text: 'if (counter) transaction.add(counter, -1);',
    replacement: '',
    noticedBy: ['test/unit/store/relation.test.ts', 'test/api/likes.test.ts'],
  },
  {
    name: 'missing-permission',
    file: 'shared/publishing/edit.ts',
    text: "if (edit.action) requirePermission(caller, 'publish_post');",
    replacement: '',
    noticedBy: ['test/api/drafts.test.ts'],
  },
  {
    name: 'cursor-off-by-one',
    file: 'shared/store/timeline.ts',
    text: 'const last = page.at(-1);',
    replacement: 'const last = page.at(-2);',
    noticedBy: ['test/api/post-lists.test.ts'],
  },
  {
    name: 'missing-escape',
    file: 'shared/images/html.ts',
    text: '="${escapeHtml(value)}"',
    replacement: '="${value}"',
    noticedBy: ['test/api/images.test.ts'],
  },
  {
    name: 'stale-cache',
    file: 'shared/sections/read.ts',
    text: 'cache.clear();',
    replacement: '',
    noticedBy: ['test/unit/sections/directory.test.ts', 'test/api/membership.test.ts'],
  },
  {
    name: 'unreleased-name',
    file: 'shared/store/unique.ts',
    text: 'if (from !== null) release(transaction, kind, from);',
    replacement: '',
    noticedBy: ['test/api/basename.test.ts'],
  },
  {
    name: 'wrong-status',
    file: 'shared/core/errors.ts',
    text: "412, 'precondition_failed'",
    replacement: "409, 'precondition_failed'",
    noticedBy: ['test/api/etags.test.ts'],
  },
  {
    name: 'lost-outbox-item',
    file: 'shared/publishing/save.ts',
    text: 'FOLLOW_UPS.flatMap(',
    replacement: 'FOLLOW_UPS.slice(0, 1).flatMap(',
    noticedBy: ['test/api/search.test.ts'],
  },
  {
    name: 'crop-off-by-one',
    file: 'shared/images/crops.ts',
    text: 'else if (from + long > size)',
    replacement: 'else if (from + long >= size)',
    noticedBy: ['test/unit/images/crops.test.ts'],
  },
  {
    name: 'early-publication',
    file: 'shared/publishing/publish-due.ts',
    text: ' || scheduled_at > now()',
    replacement: '',
    noticedBy: ['test/unit/events/publisher.test.ts'],
  },
  {
    name: 'inner-address',
    file: 'shared/http/guarded/address.ts',
    text: "if (address.range() !== 'unicast') return false;",
    replacement: '',
    noticedBy: ['test/unit/http'],
  },
  {
    name: 'reused-idempotency-key',
    file: 'shared/idempotency/run-once.ts',
    text: 'if (found.fingerprint !== fingerprint) throw new IdempotencyKeyReused();',
    replacement: '',
    noticedBy: ['test/api/idempotency.test.ts'],
  },
  {
    name: 'unsigned-timestamp',
    file: 'shared/webhooks/attempt.ts',
    text: '.update(`${ts}.${body}`)',
    replacement: '.update(body)',
    noticedBy: ['test/unit/webhooks/signature.test.ts'],
  },
];
