import * as v from 'valibot';
import { storedLine, storedText } from '../../platform/values/stored-text.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { entity } from '../../platform/store/records/entity.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { getItem, queryItems, type Consistency } from '../../platform/store/table.ts';

export const badgesHeadKey = itemKey('BADGES#head', 'head', 'head of the badges');
export const headKey = badgesHeadKey();

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

/**
 * Badges mark posts. The few badges are read together and sorted by `order` in memory; posts/record/timelines.ts lists the posts with a badge.
 * Creating, deleting and reordering a badge also writes the head {count, next_order} in the same transaction: of two simultaneous ones the
 * second fails on the head's version and retries, so that MAX_BADGES holds and generated orders differ. Other edits are under the record's
 * own version. A crash leaves all of a write or nothing. removal.ts says what happens to the posts of a deleted badge.
 */
export const Badges = entity({
  name: 'badge',
  record: BadgeRecord,
  pk: 'BADGES',
  sk: '*',
  cache: { maxRecords: MAX_BADGES },
});

/** All badges, by `order`, then by id. */
export async function readBadges({ consistent }: Consistency): Promise<BadgeRecord[]> {
  const items = await queryItems({ pk: Badges.declared.pk, consistent });
  const badges = items.map(item => parseRecord(BadgeRecord, item).value);
  return badges.sort((a, b) => a.order - b.order || a.id - b.id);
}

/** @returns version 0 before the first badge is created */
export async function readHead(): Promise<Versioned<Head>> {
  const item = await getItem(headKey, { consistent: true });
  return item ? parseRecord(Head, item) : { version: 0, value: { count: 0, next_order: 1 } };
}
