import { CachedValue, REFERENCE_LIFE_MS } from '../../platform/core/cache.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { queryItems } from '../../platform/store/table.ts';
import type { Action } from './actions.ts';
import { headKey, Webhook, Webhooks } from './record.ts';

const cache = new CachedValue<ReadonlySet<Action>>(REFERENCE_LIFE_MS);

export function clearWantedActions(): void {
  cache.clear();
}

/** All webhooks, newest first. */
export async function readWebhooks(): Promise<Versioned<Webhook>[]> {
  const items = await queryItems({ pk: Webhooks.declared.pk, descending: true, consistent: true });
  return items.filter(({ sk }) => sk !== headKey.sk).map(item => parseRecord(Webhook, item));
}

/**
 * The actions that at least one active webhook subscribes to, cached for some seconds: a new webhook may miss the changes of its first
 * seconds. Writers of posts call this in parallel with reading the post, so that it adds no latency.
 */
export async function readWantedActions(): Promise<ReadonlySet<Action>> {
  return cache.get() ?? (await cache.load(readActions));
}

async function readActions(): Promise<ReadonlySet<Action>> {
  const webhooks = await readWebhooks();
  return new Set(webhooks.flatMap(({ value }) => (value.active ? value.actions : [])));
}
