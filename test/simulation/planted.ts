import { FAULTS } from '../planted/faults.ts';
import type { PlantedText } from './bundle.ts';

/**
 * Faults that only failing processes, disks and networks show, and some of other kinds. The simulation finds each of them. `from`: the seed of the
 * first history that is tried, where few find the fault.
 */
export const SIMULATED_FAULTS: readonly (PlantedText & { from?: number })[] = [
  {
    name: 'answer-before-commit',
    file: 'infra/aws-local/dynamodb/commands.ts',
    text: 'await engine.journal.committed();',
    replacement: '',
  },
  {
    name: 'answer-before-sync',
    file: 'infra/aws-local/dynamodb/journal.ts',
    text: '{ sync: this.#sync }',
    replacement: '{ sync: false }',
  },
  {
    name: 'log-not-renewed',
    // Few histories go on long enough after a disk was full.
    from: 200,
    file: 'infra/aws-local/dynamodb/engine.ts',
    text: 'await db.open();\n    journal.recover();',
    replacement: 'journal.recover();',
  },
  {
    name: 'failed-read-as-nothing',
    file: 'infra/aws-local/dynamodb/engine.ts',
    text: 'throw !isAnswerable(error) && isDiskFault(error) ? unavailable(error) : error;',
    replacement: 'if (isDiskFault(error)) return {}; throw error;',
  },
  {
    name: 'lease-without-end',
    file: 'shared/platform/store/outbox/outbox.ts',
    text: 'to: withDueTime(nowTs() + LEASE_S, from)',
    replacement: 'to: withDueTime(nowTs() + LEASE_S * 1000, from)',
  },
  {
    name: 'due-post-left-out',
    file: 'shared/posts/publishing/jobs/publish-due.ts',
    text: 'applyDue(id) : publishDue(id));',
    replacement: 'applyDue(id) : id > 0 ? null : publishDue(id));',
  },
  {
    name: 'delivery-without-retry',
    file: 'shared/posts/webhooks/queue.ts',
    text: 'const again = delivery?.next_attempt_ts ?? null;',
    replacement: 'const again = null;',
  },
  {
    name: 'picture-before-sync',
    file: 'infra/aws-local/s3/objectfile.ts',
    text: 'if (sync) await handle.sync();',
    replacement: '',
  },
  {
    name: 'lost-thumbnails',
    // Few histories lose a task.
    from: 285,
    file: 'shared/library/images/thumbnails/task.ts',
    text: 'await Promise.all(overdue.map(position => retryTask(idAt(position), maxRetries)));',
    replacement: '',
  },
  {
    name: 'upload-claimed-twice',
    from: 40,
    file: 'shared/library/uploads/claim.ts',
    text: "'#version = :unclaimed'",
    replacement: "'#version >= :unclaimed'",
  },
  {
    name: 'files-of-failed-writes-kept',
    from: 25,
    file: 'shared/library/documents/file.ts',
    text: 'await cleanups.commit();',
    replacement: '',
  },
  ...FAULTS.filter(({ name }) => ['dropped-condition', 'unreleased-name', 'lost-outbox-item'].includes(name)),
];
