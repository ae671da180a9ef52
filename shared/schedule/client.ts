import { SchedulerClient } from '@aws-sdk/client-scheduler';

let client: SchedulerClient | undefined;

/** One client per process, created at first use. */
export function scheduler(): SchedulerClient {
  client ??= new SchedulerClient({ maxAttempts: 3 });
  return client;
}
