import { photosOf } from '../authors/present.ts';
import { knownAuthors } from '../authors/read.ts';
import type { AuthorRecord } from '../authors/record.ts';
import { knownBadges, type BadgeRecord } from '../badges/record.ts';
import { knownImages } from '../images/read.ts';
import type { ImageRecord } from '../images/record.ts';
import type { Directory } from '../sections/directory.ts';
import { readDirectory } from '../sections/read.ts';
import { sectionsOf, type PostRecord } from './record.ts';

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
    readDirectory(idsIn(sectionsOf)),
    knownAuthors(idsIn(post => post.roar_author_ids)),
    knownBadges(idsIn(post => post.badges)),
  ]);
  const images = await knownImages([
    ...idsIn(({ image_id }) => (image_id === null ? [] : [image_id])),
    ...photosOf(authors.values()),
    ...[...badges.values()].map(({ image_id }) => image_id),
  ]);
  return { directory, authors, badges, images };
}
