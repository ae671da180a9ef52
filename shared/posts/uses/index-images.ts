import { findOwners } from '../../library/media/shortcode-owner.ts';
import { findShortcodes } from '../../library/media/shortcode.ts';
import { INDEX_USES } from '../../platform/store/outbox/outbox-item.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { EMPTY_CONTENT, type Content } from '../record/content.ts';
import { listicleImages } from '../record/listicle.ts';
import type { Post } from '../record/post.ts';
import type { PostRecord } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';
import { contentSource } from '../rendering/safe-post.ts';
import type { TermIndex } from '../search/note.ts';

/** Where posts name images: in their fields, in shortcodes of the body, or in a listicle, whose items have images and shortcodes. */
export const PLACES = ['fields', 'body', 'listicle'] as const;
export type ImagePlace = (typeof PLACES)[number];

export const usesKey = itemKey('USED_IMAGES#<post>', 'terms', 'images that a post is listed under');

/** The posts that name an image, by its id, or the asset of an image, by its shortcode_id. */
export function usesTimeline(medium: number | string, place: ImagePlace): string {
  return TIMELINE.imageUses(`${medium}#${place}`);
}

/**
 * Posts of all states by the images that they show, an index of the form of those of words (posts/search). The shortcode of an
 * image names it for good; that of an asset stays as it is, because an asset may be deleted.
 *   by image, or asset's shortcode, and place   T#image-uses#<image or shortcode>#<place> / position
 *   what a post is listed under                 USED_IMAGES#<post> / terms
 * The job of a write that changes what a post names brings both up to date (jobs.ts), so a save writes one item at most and reads none.
 */
export const USED_IMAGES: TermIndex = {
  has: () => true,
  noteKey: usesKey,
  toTimeline: TIMELINE.imageUses,
  job: INDEX_USES,
  hasAuthors: false,
  readTerms: async post => await listUses(post, findImages),
};

/** More than a body and a listicle can name by their limits would not fit a note. */
const MAX_USES = 2000;

/** Finds the images of shortcodes; those of images that do not exist are absent. */
export type FindImages = (shortcodeIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

const findImages: FindImages = async shortcodeIds => {
  const owners = await findOwners(shortcodeIds, { consistent: true });
  return new Map([...owners].flatMap(([id, owner]) => (owner.kind === 'image' ? [[id, owner.id]] : [])));
};

/** The terms that a post is indexed under: `<image, or shortcode of an asset>#<place>`. */
export async function listUses(
  { value, content }: Pick<Post, 'value' | 'content'>,
  find: FindImages,
): Promise<string[]> {
  const { images, shortcodes } = listMentions(content ?? EMPTY_CONTENT);
  const known = await find(shortcodes.filter(({ kind }) => kind === 'image').map(({ id }) => id));
  const uses = [
    ...listFieldImages(value).map(({ id }) => `${id}#fields`),
    ...images.map(id => `${id}#listicle`),
    ...shortcodes.flatMap(({ kind, id, place }) => {
      const medium = kind === 'asset' ? id : known.get(id);
      return medium === undefined ? [] : [`${medium}#${place}`];
    }),
  ];
  return [...new Set(uses)].slice(0, MAX_USES).sort();
}

export const IMAGE_FIELDS = ['lead', 'teaser', 'social', 'product'] as const;

/** The images in the fields of a post, by what they are of it. */
export function listFieldImages(post: PostRecord): { as: (typeof IMAGE_FIELDS)[number]; id: number }[] {
  const { image_id: lead, teaser_image_id: teaser, social_teaser_image_id: social } = post;
  const fields = { lead, teaser, social, product: post.product?.image_id };
  return IMAGE_FIELDS.flatMap(as => {
    const id = fields[as];
    return typeof id === 'number' ? [{ as, id }] : [];
  });
}

interface Mention {
  kind: 'image' | 'asset';
  id: string;
  place: ImagePlace;
}

/** The images that a content names by their ids, and its shortcodes of images and assets. Equal mentions are equal uses. */
export function listMentions(content: Content): { images: number[]; shortcodes: Mention[] } {
  const { texts } = contentSource(0, content);
  const shortcodes = texts.flatMap((text, index) =>
    findShortcodes(text).flatMap(({ kind, id }): Mention[] =>
      kind === 'document' ? [] : [{ kind, id, place: index === 0 ? 'body' : 'listicle' }],
    ),
  );
  return { images: listicleImages(content.listicle).map(({ id }) => id), shortcodes };
}
