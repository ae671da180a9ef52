import * as v from 'valibot';
import type { ApiClient } from '../../../client/client.ts';
import { listAll } from '../../../client/pages.ts';

/** A post or draft that an earlier request made. */
export interface ImportedPost {
  id: number;
  status: string;
  /** A draft that still carries the mark of a schedule to come. */
  schedulePending: boolean;
}

const pageSchema = v.array(
  v.object({
    id: v.number(),
    status: v.string(),
    provider_post_id: v.nullish(v.string()),
    roar_specific_data: v.nullish(v.unknown()),
  }),
);
const markSchema = v.object({ wordpress: v.object({ schedule_pending: v.literal(true) }) });

const FIELDS = 'id,status,provider_post_id,roar_specific_data';

/**
 * What is on the site already, by provider_post_id. A page of a list tells of a hundred posts at the price of one
 * refused create, so a run that goes on where another ended is soon past what that one made.
 */
export async function findImported(client: ApiClient): Promise<ReadonlyMap<string, ImportedPost>> {
  const found = new Map<string, ImportedPost>();
  const collect = async (path: string, limit: string): Promise<void> => {
    for await (const post of listAll(client, path, { limit, include_fields: FIELDS }, pageSchema)) {
      const { id, status, provider_post_id: key, roar_specific_data: data } = post;
      const schedulePending = status !== 'published' && v.is(markSchema, data);
      if (key) found.set(key, { id, status, schedulePending });
    }
  };
  await Promise.all([collect('/api/1.3/posts', '100'), collect('/api/1.3/drafts', '30')]);
  return found;
}
