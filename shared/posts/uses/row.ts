import * as v from 'valibot';
import type { AssetRecord } from '../../library/dam/record.ts';
import { displayName, type AuthorRecord } from '../../people/authors/record.ts';
import type { BadgeRecord } from '../../taxonomy/badges/record.ts';
import type { SectionRecord } from '../../taxonomy/sections/record.ts';
import { PostStatus, type PostRecord } from '../record/record.ts';
import { IMAGE_FIELDS, listFieldImages, type ImagePlace } from './index-images.ts';

/** A record that uses an image. */
export const ImageUse = v.object({
  kind: v.picklist(['post', 'author', 'section', 'tag', 'badge', 'asset']),
  id: v.number(),
  title: v.string(),
  state: v.nullable(PostStatus),
  as: v.array(v.picklist([...IMAGE_FIELDS, 'body', 'listicle', 'photo', 'header', 'badge', 'asset'])),
});
export type ImageUse = v.InferOutput<typeof ImageUse>;

/** @returns undefined for a post that no longer uses the image: its entry is a moment behind */
export function presentPost(
  post: PostRecord,
  image: number,
  places: ReadonlySet<ImagePlace>,
): ImageUse | undefined {
  const { id, headline: title, status: state } = post;
  const as: ImageUse['as'] = listFieldImages(post).flatMap(field => (field.id === image ? [field.as] : []));
  for (const place of ['body', 'listicle'] as const) if (places.has(place)) as.push(place);
  return as.length > 0 ? { kind: 'post', id, title, state, as } : undefined;
}

export function presentAuthor(author: AuthorRecord): ImageUse {
  return { kind: 'author', id: author.id, title: displayName(author), state: null, as: ['photo'] };
}

export function presentSection(kind: 'section' | 'tag', { id, title }: SectionRecord): ImageUse {
  return { kind, id, title, state: null, as: ['header'] };
}

export function presentBadge({ id, name: title }: BadgeRecord): ImageUse {
  return { kind: 'badge', id, title, state: null, as: ['badge'] };
}

export function presentAsset({ id, image_title, filename }: AssetRecord): ImageUse {
  return { kind: 'asset', id, title: image_title ?? filename ?? '', state: null, as: ['asset'] };
}
