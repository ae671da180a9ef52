import { knownAuthors } from '../authors/read.ts';
import { badgeKey, imageKey, missingReferences, type Reference } from '../media/references.ts';
import type { PostInput } from './input.ts';
import { listicleImages } from './listicle.ts';
import type { PostRecord } from './record.ts';

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
    knownAuthors(newAuthors, true),
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
    typeof id === 'number' && !known.has(id) ? [{ field, id, key: imageKey(id) }] : [],
  );
}

function badgeReferences(post: PostRecord, next: PostRecord): Reference[] {
  return next.badges
    .filter(id => !post.badges.includes(id))
    .map(id => ({ field: 'badges', id, key: badgeKey(id) }));
}
