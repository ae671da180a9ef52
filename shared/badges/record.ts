import * as v from 'valibot';
import { NotFound } from '../core/errors.ts';
import { storedLine, storedText } from '../core/stored-text.ts';
import { badgeKey } from '../media/references.ts';
import { RecordCache } from '../store/record-cache.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItem, getReferencedItems, queryItems, type Key } from '../store/table.ts';

/**
 * Badges mark posts. Access patterns and keys:
 *   all badges           BADGES / <id>             one Query; the few badges are sorted by `order` in memory
 *   by id                the same, one GetItem     (badgeKey in shared/media/references.ts)
 *   the head             BADGES#head / head        {count, next_order} under a version
 *   posts with a badge   T#badge#<id>              see posts/timelines.ts
 * Creating, deleting and reordering a badge also writes the head in the same transaction: of two simultaneous ones the second fails on the
 * head's version and retries, so that MAX_BADGES holds and generated orders differ. Other edits are under the record's own version. A
 * crash leaves all of a write or nothing. removal.ts says what happens to the posts of a deleted badge.
 */
const BADGES_PARTITION = 'BADGES';

export const headKey: Key = { pk: 'BADGES#head', sk: 'head' };

/** This many badges of the maximal size fit one answer: 4 MB are less than Lambda's 6 MB in base64. */
export const MAX_BADGES = 500;
export const MAX_BADGE_BYTES = 8_000;

export const CATEGORY = { normal: 0, sponsored: 1 } as const;

export const BadgeLink = v.object({
  url: storedLine,
  title: v.optional(storedLine),
  target: v.optional(storedLine),
});

export const BadgeRecord = v.object({
  id: v.number(),
  name: storedLine,
  image_id: v.number(),
  tags: v.optional(v.array(storedLine), []),
  category: v.optional(v.picklist([0, 1]), CATEGORY.normal),
  description: v.optional(storedText, ''),
  link: v.optional(v.nullable(BadgeLink), null),
  order: v.optional(v.number(), 0),
});
export type BadgeRecord = v.InferOutput<typeof BadgeRecord>;

export const Head = v.object({ count: v.number(), next_order: v.number() });
export type Head = v.InferOutput<typeof Head>;

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
