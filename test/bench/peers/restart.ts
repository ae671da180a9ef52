import { setTimeout as sleep } from 'node:timers/promises';
import type { Entrant, Field } from './field.ts';
import { Server } from './server.ts';
import { pressWrites } from './writes.ts';

const CONNECTIONS = 8;
const RESTARTS = 3;
const KILLED_AFTER_MS = 2_000;
const MAX_LOAD_SECONDS = 60;

/** Notes the median of the times from killing a server that creates posts to the first answer of the next one. */
export async function measureRestart(field: Field, entrant: Entrant, posts: number): Promise<void> {
  const times: number[] = [];
  for (let restart = 0; restart < RESTARTS; restart++) times.push(await killAndStart(entrant));
  const [, median = NaN] = times.toSorted((one, other) => one - other);
  field.note('restart', posts, entrant.product, median);
}

/** @returns seconds */
async function killAndStart(entrant: Entrant): Promise<number> {
  const killing = new AbortController();
  const load = pressWrites(entrant, {
    connections: CONNECTIONS,
    seconds: MAX_LOAD_SECONDS,
    signal: killing.signal,
  });
  await sleep(KILLED_AFTER_MS);
  killing.abort();
  const began = performance.now();
  await entrant.server.stop('SIGKILL');
  entrant.server = await Server.start(entrant.product, entrant.data);
  const seconds = (performance.now() - began) / 1000;
  await load;
  return seconds;
}
