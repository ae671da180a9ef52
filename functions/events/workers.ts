import { Images } from '../../shared/library/images/record.ts';
import type { Grant } from '../runtime/route.ts';

/** A function that is not called over HTTP (functions/events/<name>.ts) and its grants. */
export interface Worker {
  grants: readonly Grant[];
  timeoutS: number;
  memoryMb?: number;
  /**
   * How many invocations run at once. An account may be limited to ten, of which background work must leave some to the API. The event source
   * mapping of a queue ensures the limit, whose minimum is two; a shard of the table's stream has one invocation at a time; a rule starts one
   * each minute.
   */
  maxConcurrent: number;
  /** Variables in addition to those that the grants need. */
  environment?: Readonly<Record<string, string>>;
}

/** The grants that the jobs of the outbox need. */
const JOBS = [
  'table:read',
  'table:write',
  'table:batch',
  'content:read',
  'content:delete',
  'media:delete',
  'edge:invalidate',
] as const;

export const workers = {
  /**
   * Drains the outbox, and writes the entries of the audit trail to its log. A long job is processed in slices, and one invocation processes
   * many items.
   */
  outbox: {
    grants: JOBS,
    timeoutS: 900,
    // One shard is for OUTBOX, and one for the backlog of the search index. Entries of the audit trail take only milliseconds.
    maxConcurrent: 2,
  },
  /** Processes what streams and schedules missed. */
  sweep: {
    grants: [
      ...JOBS,
      'content:write',
      'table:keys',
      'tasks:read',
      'tasks:write',
      'views:count',
      'audit:write',
    ],
    timeoutS: 300,
    maxConcurrent: 1,
  },
  /** Invoked by the queue of the bucket's events, one for each task. It decodes an image and encodes each of its sizes. */
  thumbnails: {
    // It decodes untrusted files, so it may update images and end tasks, but change no other record.
    grants: ['table:read', Images, 'media:read', 'media:write'],
    timeoutS: 300,
    memoryMb: 2560,
    maxConcurrent: 2,
  },
  /** Sends deliveries to webhooks. A slow receiver does not delay the others. */
  webhooks: {
    grants: ['table:read', 'webhooks:read', 'webhooks:deliver', 'content:read', 'secrets:read'],
    timeoutS: 90,
    memoryMb: 1024,
    // The stream starts one, and the schedule another one each minute.
    maxConcurrent: 2,
    // DNS look-ups run on libuv's threads, four by default. Receivers with slow name servers must not occupy them all.
    environment: { UV_THREADPOOL_SIZE: '32' },
  },
  /** Invoked by the schedule of a minute, which it divides into messages, and by the queue some seconds before posts are due. */
  publisher: {
    grants: [
      'table:read',
      'table:write',
      'schedule',
      'due:send',
      'content:read',
      'content:write',
      'audit:write',
    ],
    timeoutS: 60,
    // Hundreds of posts that are due in the same second need more than half a vCPU.
    memoryMb: 1024,
    maxConcurrent: 2,
  },
} as const satisfies Record<string, Worker>;

export type WorkerName = keyof typeof workers;
