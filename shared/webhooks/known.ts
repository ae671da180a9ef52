import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { queryItems } from '../store/table.ts';
import type { Action } from './actions.ts';
import { headKey, Webhook, WEBHOOKS_PARTITION } from './record.ts';

const cache = new TimedCache<'wanted', ReadonlySet<Action>>(REFERENCE_LIFE_MS);
/** How many times this process has changed webhooks. */
let writes = 0;

export function clearWantedActions(): void {
  writes++;
  cache.clear();
}

/** All webhooks, newest first. */
export async function readWebhooks(): Promise<Versioned<Webhook>[]> {
  const items = await queryItems({ pk: WEBHOOKS_PARTITION, descending: true, consistent: true });
  return items.filter(({ sk }) => sk !== headKey.sk).map(item => parseRecord(Webhook, item));
}

/**
 * The actions that at least one active webhook subscribes to, cached for some seconds: a new webhook may miss the changes of its first
 * seconds. Writers of posts call this in parallel with reading the post, so that it adds no latency.
 */
export async function readWantedActions(): Promise<ReadonlySet<Action>> {
  const known = cache.get('wanted');
  if (known) return known;
  const before = writes;
  const webhooks = await readWebhooks();
  const wanted = new Set(webhooks.flatMap(({ value }) => (value.active ? value.actions : [])));
  // A webhook was written during the read: the result may be outdated, so it isn't cached.
  if (writes === before) cache.set('wanted', wanted);
  return wanted;
}
