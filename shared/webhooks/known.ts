import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { queryItems } from '../store/table.ts';
import type { Action } from './actions.ts';
import { headKey, Webhook, WEBHOOKS_PARTITION } from './record.ts';

const cache = new TimedCache<'wanted', ReadonlySet<Action>>(REFERENCE_LIFE_MS);
/** Counts the webhooks written by this process. */
let writes = 0;

export function forgetWanted(): void {
  writes++;
  cache.clear();
}

/** All webhooks, newest first. */
export async function readWebhooks(): Promise<Versioned<Webhook>[]> {
  const items = await queryItems({ pk: WEBHOOKS_PARTITION, descending: true, consistent: true });
  return items.filter(({ sk }) => sk !== headKey.sk).map(item => parseRecord(Webhook, item));
}

/**
 * What any webhook wants to be told, at most some seconds old: of what is done in the first seconds of a new webhook it may not hear.
 * Who writes a post asks beside reading it, and so waits for nothing more.
 */
export async function wantedActions(): Promise<ReadonlySet<Action>> {
  const known = cache.get('wanted');
  if (known) return known;
  const before = writes;
  const webhooks = await readWebhooks();
  const wanted = new Set(webhooks.flatMap(({ value }) => (value.active ? value.actions : [])));
  // What was read before a write of this process must not outlive the write's own forgetting.
  if (writes === before) cache.set('wanted', wanted);
  return wanted;
}
