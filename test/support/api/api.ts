import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { handlersFromSources, type Handlers } from '../../../infra/aws-local/lambda/handlers.ts';
import type { Functions } from '../../../infra/aws-local/http-api/invocation.ts';
import { startStack } from '../../../infra/local/stack.ts';
import { setPatience } from '../time/clock.ts';
import { DEPLOYED, deployed } from '../deployed/functions.ts';
import { drawHostility } from '../aws/hostile-engines.ts';
import { HANGS_AFTER_MS } from '../run/patience.ts';
import { checkTable } from '../table/checked-table.ts';
import { Api } from './client.ts';
import { fetchPatiently } from './patient-fetch.ts';

export { Api, type Call, type Reply } from './client.ts';

/** Multiplies the time limits of requests, which a slow machine exceeds. */
const PATIENCE = 20;

/**
 * Starts a service for this test file on an empty table, with site settings as in cdk.json. Its functions are the sources, or the
 * deployed bundles when the tests run on those. `adapt` may replace functions that events invoke. A file has one service: the process's
 * environment names its table.
 */
export function useApi(
  site: SiteSettings = {},
  functions?: Functions,
  adapt: (handlers: Handlers) => Handlers = handlers => handlers,
  hostility = process.env.HOSTILE === 'yes' ? drawHostility() : undefined,
): Api {
  const api = Object.assign(new Api(), hostility && { fetch: fetchPatiently });
  let endHostility: (() => void) | undefined;
  setPatience(PATIENCE);
  beforeAll(async () => {
    process.env.TABLE_NAME = `test-${randomUUID()}`;
    const { handlers, ...own } = DEPLOYED
      ? deployedUnder(site)
      : { site, handlers: handlersFromSources, ...(functions && { functions }) };
    api.stack = await startStack({
      adminKey: api.adminKey,
      patience: PATIENCE,
      ...own,
      handlers: adapt(hostility?.double(handlers) ?? handlers),
      ...(hostility && { viewStale: hostility.viewStale }),
    });
    endHostility = hostility?.disturbCalls();
  });
  afterAll(async () => {
    endHostility?.();
    await api.stack.stop(checkTable);
  });
  return api;
}

type SiteSettings = object | ((url: string) => object);

/** The deployed functions. They read the site's settings when they are called, after the stack has its address. */
function deployedUnder(site: SiteSettings) {
  let current: object = {};
  const settings = (url: string): object => (current = typeof site === 'function' ? site(url) : site);
  return { ...deployed(() => current), site: settings };
}

/** For tests that move the clock, or call the sweep themselves: a sweep of the stack would run at any of their steps. */
export function withoutSweeps(handlers: Handlers): Handlers {
  return { ...handlers, sweep: () => Promise.resolve() };
}

/** Every process applies a change of keys, authors and sections within this time. */
export const EVERYWHERE_S = 10;

/** Repeats `look` until its value meets a condition. @throws with the last value when that takes too long. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  withinMs = HANGS_AFTER_MS,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`Never came true; seen last: ${JSON.stringify(seen)}`);
    await new Promise(resolve => setTimeout(resolve, 25));
  }
}
