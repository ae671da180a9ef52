import * as v from 'valibot';
import { Authors } from '../authors/record.ts';
import { nowTs } from '../../platform/core/clock.ts';
import { DAY_S } from '../../platform/core/durations.ts';
import { Permission } from '../../platform/site/permissions.ts';
import { parseRecord } from '../../platform/store/records/record.ts';
import { getItems, keyText, queryItems } from '../../platform/store/table.ts';
import { ApiKeys, KeyLookup, KeyRecord, lookupKey, toScope } from './record.ts';

/** An API key in an answer, without the key itself. The last use is up to a quarter of an hour old. */
export const ApiKey = v.object({
  id: v.number(),
  author_id: v.number(),
  label: v.string(),
  note: v.string(),
  permissions: v.array(Permission),
  admin: v.boolean(),
  created_ts: v.number(),
  expires_ts: v.nullable(v.number()),
  /** The day of the last use as "YYYY-MM-DD". */
  last_used_date: v.nullable(v.string()),
  last_used_ts: v.nullable(v.number()),
  last_used_address: v.nullable(v.string()),
  is_unused: v.boolean(),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

/** A key that was neither made nor used within this many days should be revoked. */
const UNUSED_DAYS = 90;

/** Earlier versions stored the day of the last use with the record, not its time. */
const Noted = v.object({ last_used_date: v.optional(v.string()) });
type Use = Pick<KeyLookup, 'used_ts' | 'address'> & v.InferOutput<typeof Noted>;

/** Lists all keys, newest first. */
export async function listKeys(): Promise<ApiKey[]> {
  const items = await queryItems({ pk: ApiKeys.declared.pk, descending: true, consistent: true });
  const keys = items.map(item => ({
    ...v.parse(Noted, item),
    record: parseRecord(KeyRecord, item).value,
  }));
  const [owners, lookups] = await Promise.all([
    Authors.readMany(
      keys.map(({ record }) => record.author_id),
      { consistent: true },
    ),
    getItems(
      keys.map(({ record }) => lookupKey(record.hash)),
      { consistent: true },
    ),
  ]);
  const roles = new Map(owners.map(({ id, role }) => [id, role]));
  return keys.map(({ record, last_used_date }) => {
    const lookup = lookups.get(keyText(lookupKey(record.hash)));
    const use = { last_used_date, ...(lookup && v.parse(KeyLookup, lookup)) };
    return presentKey(record, roles.get(record.author_id) ?? '', use);
  });
}

export function presentKey(record: KeyRecord, role: string, use: Use = {}): ApiKey {
  const { id, author_id, label, note, permissions, created_ts, expires_ts } = record;
  const { used_ts = null, address = null } = use;
  const lastDate = used_ts === null ? use.last_used_date : toDate(used_ts);
  const lastTs = used_ts ?? (lastDate === undefined ? created_ts : Date.parse(lastDate) / 1000);
  return {
    ...{ id, author_id, label, note },
    ...toScope(role, permissions),
    ...{ created_ts, expires_ts },
    last_used_date: lastDate ?? null,
    last_used_ts: used_ts,
    last_used_address: address,
    is_unused: nowTs() - lastTs >= UNUSED_DAYS * DAY_S,
  };
}

function toDate(ts: number): string {
  return new Date(ts * 1000).toISOString().slice(0, 10);
}
