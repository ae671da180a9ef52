import * as v from 'valibot';
import type { Key } from '../store/table.ts';

/**
 * Badges mark posts. Access patterns and keys:
 *   all badges, whole   BADGES / <id>             one Query; sorted by `order` here, there are few
 *   by id               the same, one GetItem     (badgeKey in shared/media/references.ts)
 *   the head            BADGES#head / head        {count, next_order} under a version
 *   the posts of one    T#badge#<id>              see posts/timelines.ts
 * A badge is made and deleted, and its order set, in one transaction with the head: of two at the same time one finds the head
 * moved and reads it again, so that there are never more than so many and two never get the same free order by chance. Any other
 * edit goes by the record's own version. A crash leaves the whole of a write or nothing.
 *
 * What happens to the posts of a deleted badge stands in removal.ts.
 */
export const BADGES_PARTITION = 'BADGES';

export const headKey: Key = { pk: 'BADGES#head', sk: 'head' };

/** So many of the largest size are answered in one piece: base64 of 4 MB is under Lambda's 6 MB. */
export const MAX_BADGES = 500;
export const MAX_BADGE_BYTES = 8_000;

export const CATEGORY = { normal: 0, sponsored: 1 } as const;

export const BadgeLink = v.object({
  url: v.string(),
  title: v.optional(v.string()),
  target: v.optional(v.string()),
});

export const BadgeRecord = v.object({
  id: v.number(),
  name: v.string(),
  image_id: v.number(),
  tags: v.array(v.string()),
  category: v.picklist([0, 1]),
  description: v.string(),
  link: v.nullable(BadgeLink),
  order: v.number(),
});
export type BadgeRecord = v.InferOutput<typeof BadgeRecord>;

export const Head = v.object({ count: v.number(), next_order: v.number() });
export type Head = v.InferOutput<typeof Head>;
