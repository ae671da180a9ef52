import type { Grant } from '../../functions/routes/route.ts';

/** A function that is not called over HTTP: functions/events/<name>.ts, and what its policy lets it do. */
export interface Worker {
  grants: readonly Grant[];
  timeoutS: number;
  memoryMb?: number;
  /** What its process is told beside what goes with the grants. */
  environment?: Readonly<Record<string, string>>;
}

/** What the jobs of the outbox need, whoever does them. */
const JOBS = [
  'table:read',
  'table:write',
  'table:batch',
  'content:read',
  'content:delete',
  'media:delete',
  'schedule',
] as const;

export const workers = {
  /** Drains the outbox; a long job is cut into slices, and one invocation takes as many as come. */
  outbox: { grants: JOBS, timeoutS: 900 },
  /** Does what the table's stream and the schedules missed. */
  sweep: { grants: [...JOBS, 'tasks:write'], timeoutS: 300 },
  /** Woken by the bucket for each task: a picture is decoded, and each of its sizes encoded. */
  thumbnails: {
    grants: ['table:read', 'thumbnails:write', 'media:read', 'media:write'],
    timeoutS: 300,
    memoryMb: 2560,
  },
  /** Sends deliveries to webhooks; a receiver that hangs keeps nobody else waiting. */
  webhooks: {
    grants: ['table:read', 'webhooks:read', 'webhooks:deliver', 'content:read', 'secrets:read'],
    timeoutS: 90,
    memoryMb: 1024,
    // Names are looked up on libuv's threads, of which there are four: receivers whose name servers hang must not hold them all.
    environment: { UV_THREADPOOL_SIZE: '32' },
  },
  /** Invoked up to a minute early; waits for the second. */
  publisher: { grants: ['table:read', 'table:write'], timeoutS: 180 },
} as const satisfies Record<string, Worker>;

export type WorkerName = keyof typeof workers;
