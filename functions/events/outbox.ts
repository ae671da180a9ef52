import { drainOutbox } from './jobs.ts';

/** Woken by the table's stream, filtered to outbox items. What the event holds doesn't matter: the table is the truth. */
export const handler = async (): Promise<void> => {
  while ((await drainOutbox()) > 0);
};
