import { NotFound } from '../core/errors.ts';
import { badgeKey } from '../media/references.ts';
import { RecordCache } from '../store/record-cache.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItem, getReferencedItems, queryItems } from '../store/table.ts';
import { BADGES_PARTITION, BadgeRecord, Head, headKey, MAX_BADGES } from './record.ts';

const cache = new RecordCache({ schema: BadgeRecord, keyOf: badgeKey, maxRecords: MAX_BADGES });

/** The current record. @throws NotFound */
export async function readBadge(id: number, consistent: boolean): Promise<Versioned<BadgeRecord>> {
  const item = await getItem(badgeKey(id), consistent);
  if (!item) throw new NotFound(`There is no badge with the id ${id}`);
  return cache.parse(item);
}

/** All badges, by `order`, then by id. */
export async function readBadges(consistent: boolean): Promise<BadgeRecord[]> {
  const items = await queryItems({ pk: BADGES_PARTITION, consistent });
  const badges = items.map(item => parseRecord(BadgeRecord, item).value);
  return badges.sort((a, b) => a.order - b.order || a.id - b.id);
}

/** Badges for posts, cached for some seconds; reads only those that aren't cached. Unknown ids are absent. */
export function knownBadges(ids: readonly number[]): Promise<Map<number, BadgeRecord>> {
  return cache.getAll(ids, getReferencedItems);
}

export function forgetBadge(id: number): void {
  cache.delete(id);
}

/** @returns version 0 before the first badge is created */
export async function readHead(): Promise<Versioned<Head>> {
  const item = await getItem(headKey, true);
  return item ? parseRecord(Head, item) : { version: 0, value: { count: 0, next_order: 1 } };
}
