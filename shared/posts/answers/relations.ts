import { collectPhotoIds } from '../../people/authors/present.ts';
import { Authors, type AuthorRecord } from '../../people/authors/record.ts';
import { Badges, type BadgeRecord } from '../../taxonomy/badges/record.ts';
import { Images, type ImageRecord } from '../../library/images/record.ts';
import { missingReferences, type Reference } from '../../library/media/references.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { readDirectory } from '../../taxonomy/sections/read.ts';
import type { PostInput } from '../record/input.ts';
import { listicleImages } from '../record/listicle.ts';
import { listPostSections, type PostRecord } from '../record/record.ts';

/** The records of other kinds that the answers for posts show. */
export interface Relations {
  directory: Directory;
  authors: ReadonlyMap<number, AuthorRecord>;
  badges: ReadonlyMap<number, BadgeRecord>;
  images: ReadonlyMap<number, ImageRecord>;
}

/** Reads what is not cached in one round trip, and a second one for images, whose ids are in the records of the first. */
export async function readRelations(posts: readonly PostRecord[]): Promise<Relations> {
  const idsIn = (ids: (post: PostRecord) => readonly number[]): number[] => [...new Set(posts.flatMap(ids))];
  const [directory, authors, badges] = await Promise.all([
    readDirectory(idsIn(listPostSections)),
    Authors.known(idsIn(post => post.roar_author_ids)),
    Badges.known(idsIn(post => post.badges)),
  ]);
  const images = await Images.known([
    ...idsIn(({ image_id }) => (image_id === null ? [] : [image_id])),
    ...collectPhotoIds(authors.values()),
    ...[...badges.values()].map(({ image_id }) => image_id),
  ]);
  return { directory, authors, badges, images };
}

/**
 * Faults of ids of images, badges and authors that do not exist. Only ids that are new to the post are looked up: those in the record
 * were checked when they were added.
 */
export async function referenceFaults(
  post: PostRecord,
  next: PostRecord,
  input: PostInput,
): Promise<string[]> {
  const newAuthors = next.roar_author_ids.filter(id => !post.roar_author_ids.includes(id));
  const [missing, authors] = await Promise.all([
    missingReferences([...imageReferences(post, input), ...badgeReferences(post, next)]),
    Authors.known(newAuthors, { consistent: true }),
  ]);
  const unknown = newAuthors.filter(id => !authors.has(id));
  return [...missing, ...unknown.map(id => `roar_author_ids: there is no author with the id ${id}`)];
}

function imageReferences(post: PostRecord, input: PostInput): Reference[] {
  const { image_id, teaser_image_id, social_teaser_image_id, product } = post;
  const known = new Set([image_id, teaser_image_id, social_teaser_image_id, product?.image_id]);
  const fields = [
    { field: 'image_id', id: input.image_id },
    { field: 'teaser_image_id', id: input.teaser_image_id },
    { field: 'social_teaser_image_id', id: input.social_teaser_image_id },
    { field: 'product.image_id', id: input.product?.image_id },
    ...listicleImages(input.listicle ?? {}),
  ];
  return fields.flatMap(({ field, id }) =>
    typeof id === 'number' && !known.has(id) ? [{ field, id, key: Images.key(id) }] : [],
  );
}

function badgeReferences(post: PostRecord, next: PostRecord): Reference[] {
  return next.badges
    .filter(id => !post.badges.includes(id))
    .map(id => ({ field: 'badges', id, key: Badges.key(id) }));
}
