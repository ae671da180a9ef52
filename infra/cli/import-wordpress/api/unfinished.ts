import * as v from 'valibot';
import type { ApiClient } from './client.ts';
import { listAll } from './pages.ts';

/** A draft of an earlier run that still carries the mark of a schedule to come. */
export interface UnfinishedDraft {
  id: number;
  status: string;
}

const draftSchema = v.object({
  id: v.number(),
  status: v.string(),
  provider_post_id: v.nullish(v.string()),
  roar_specific_data: v.nullish(v.unknown()),
});

const markSchema = v.object({ wordpress: v.object({ schedule_pending: v.literal(true) }) });

const QUERY = { limit: '30', include_fields: 'id,status,provider_post_id,roar_specific_data' };

/**
 * The marked drafts by provider_post_id. Reads the whole list of drafts, because no look-up by
 * provider_post_id reaches them and a basename may have got a suffix; hence only when a scheduled item exists.
 */
export async function findUnscheduled(client: ApiClient): Promise<ReadonlyMap<string, UnfinishedDraft>> {
  const found = new Map<string, UnfinishedDraft>();
  for await (const draft of listAll(client, '/api/1.3/drafts', QUERY, draftSchema)) {
    const { id, status, provider_post_id: providerPostId, roar_specific_data: data } = draft;
    if (providerPostId && v.is(markSchema, data)) found.set(providerPostId, { id, status });
  }
  return found;
}
