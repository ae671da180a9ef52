import * as v from 'valibot';
import { ANONYMOUS, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { Images, type ImageRecord } from '../../library/images/record.ts';
import { shownThumbnails } from '../../library/images/urls.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { isPublicTag } from '../../platform/text/tag.ts';
import { BadgeLink, type BadgeRecord } from './record.ts';

/** A badge in an answer. */
export const Badge = v.object({
  id: v.number(),
  name: v.string(),
  image_id: v.number(),
  image: v.string(),
  tags: v.array(v.string()),
  category: v.picklist([0, 1]),
  description: v.string(),
  link: v.union([v.literal(''), BadgeLink]),
  order: v.number(),
});
export type Badge = v.InferOutput<typeof Badge>;

const IMAGE_SIZE = '210x';

export function presentBadge(badge: BadgeRecord, images: ReadonlyMap<number, ImageRecord>): Badge {
  const { id, name, image_id, tags, category, description, link, order } = badge;
  const picture = images.get(image_id);
  const image = (picture && shownThumbnails(picture)[IMAGE_SIZE]) ?? '';
  return { id, name, image_id, image, tags, category, description, link: link ?? '', order };
}

/** Presents badges, with one read for all images. */
export async function presentBadges(badges: readonly BadgeRecord[], caller: Caller): Promise<Badge[]> {
  const images = await Images.known(badges.map(({ image_id }) => image_id));
  const answers = badges.map(badge => presentBadge(badge, images));
  return caller === ANONYMOUS ? answers.map(withPublicTags) : answers;
}

/** Callers without a key don't see the newsroom's tags. */
function withPublicTags(badge: Badge): Badge {
  return { ...badge, tags: badge.tags.filter(isPublicTag) };
}

/** The answer for a single badge. */
export async function answerBadge(
  { value, version }: Versioned<BadgeRecord>,
  caller: Caller,
): Promise<Answer<Badge>> {
  const [body] = await presentBadges([value], caller);
  if (!body) throw new Error('one badge makes one answer');
  return { body, version };
}
