import * as v from 'valibot';
import type { Client } from '../../../client/source/index.ts';

/** A post or draft of an earlier run. */
export interface ImportedPost {
  id: number;
  status: string;
  /** Whether the draft is still marked as not yet scheduled. */
  schedulePending: boolean;
}

const markSchema = v.object({ wordpress: v.object({ schedule_pending: v.literal(true) }) });

const FIELDS = ['id', 'status', 'provider_post_id', 'roar_specific_data'];

/**
 * Finds the imported posts by provider_post_id. A page of a list covers a hundred posts in one request, so a repeated run quickly
 * skips what an earlier one created.
 */
export async function findImported({ posts, drafts }: Client): Promise<ReadonlyMap<string, ImportedPost>> {
  const found = new Map<string, ImportedPost>();
  const collect = async (list: ReturnType<typeof posts.list.all>): Promise<void> => {
    for await (const { id, status, provider_post_id: key, roar_specific_data: data } of list) {
      if (!key || id === undefined || status === undefined) continue;
      const schedulePending = status !== 'published' && v.is(markSchema, data);
      found.set(key, { id, status, schedulePending });
    }
  };
  await Promise.all([
    collect(posts.list.all({ query: { limit: 100, include_fields: FIELDS } })),
    collect(drafts.list.all({ query: { limit: 30, include_fields: FIELDS } })),
  ]);
  return found;
}
