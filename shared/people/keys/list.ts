import * as v from 'valibot';
import { Authors } from '../authors/record.ts';
import { Permission } from '../../platform/site/permissions.ts';
import { parseRecord } from '../../platform/store/records/record.ts';
import { queryItems } from '../../platform/store/table.ts';
import { ApiKeys, KeyRecord, toScope } from './record.ts';

/** An API key in an answer, without the key itself. `last_used_date` is "YYYY-MM-DD" or null. */
export const ApiKey = v.object({
  id: v.number(),
  author_id: v.number(),
  label: v.string(),
  permissions: v.array(Permission),
  admin: v.boolean(),
  created_ts: v.number(),
  last_used_date: v.nullable(v.string()),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

const LastUsed = v.object({ last_used_date: v.optional(v.string()) });

/** All keys, newest first. */
export async function listKeys(): Promise<ApiKey[]> {
  const items = await queryItems({ pk: ApiKeys.declared.pk, descending: true, consistent: true });
  const keys = items.map(item => ({
    ...v.parse(LastUsed, item),
    record: parseRecord(KeyRecord, item).value,
  }));
  const owners = new Map(
    (
      await Authors.readMany(
        keys.map(key => key.record.author_id),
        true,
      )
    ).map(one => [one.id, one.role]),
  );
  return keys.map(({ record, last_used_date }) =>
    presentKey(record, owners.get(record.author_id) ?? '', last_used_date),
  );
}

export function presentKey(record: KeyRecord, role: string, lastUsed?: string): ApiKey {
  const { id, author_id, label, created_ts } = record;
  return {
    id,
    author_id,
    label,
    ...toScope(role, record.permissions),
    created_ts,
    last_used_date: lastUsed ?? null,
  };
}
