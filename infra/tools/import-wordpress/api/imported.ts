import * as v from 'valibot';
import type { Client } from '../../../client/source/index.ts';

/** A post or draft that an earlier request made. */
export interface ImportedPost {
  id: number;
  status: string;
  /** A draft that still carries the mark of a schedule to come. */
  schedulePending: boolean;
}

const markSchema = v.object({ wordpress: v.object({ schedule_pending: v.literal(true) }) });

const FIELDS = ['id', 'status', 'provider_post_id', 'roar_specific_data'];

/**
 * What is on the site already, by provider_post_id. A page of a list tells of a hundred posts at the price of one
 * refused create, so a run that goes on where another ended is soon past what that one made.
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
