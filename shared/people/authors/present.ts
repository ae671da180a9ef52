import * as v from 'valibot';
import { DerivedCache } from '../../platform/core/derived-cache.ts';
import { site } from '../../platform/site/site.ts';
import { ANONYMOUS, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { Images, type ImageRecord } from '../../library/images/record.ts';
import { shownThumbnails } from '../../library/images/urls.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { extractText } from '../../platform/text/html.ts';
import { AuthorStatus, displayName, type AuthorRecord } from './record.ts';

/** An author in an answer, never with email or password. Callers without a key get only the fields up to `profile_url`. */
export const Author = v.object({
  id: v.number(),
  name: v.string(),
  displayname: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  about_html: v.string(),
  bio: v.string(),
  photo: v.string(),
  photo_small: v.string(),
  image_id: v.nullable(v.number()),
  profile_url: v.string(),
  fb_id: v.optional(v.nullable(v.string())),
  role: v.optional(v.string()),
  status: v.optional(AuthorStatus),
  specific_data: v.optional(v.record(v.string(), v.unknown())),
});
export type Author = v.InferOutput<typeof Author>;

type Images = ReadonlyMap<number, ImageRecord>;

function presentAuthor(author: AuthorRecord, images: Images, caller: Caller): Author {
  const { id, name, first_name, last_name, about_html, image_id } = author;
  const { fb_id, role, status, specific_data } = author;
  return {
    id,
    name,
    displayname: displayName(author),
    first_name,
    last_name,
    about_html,
    bio: toBiography(author),
    photo: buildPhotoUrl(author, images, 'origin'),
    photo_small: buildPhotoUrl(author, images, SMALL_PHOTO),
    image_id,
    profile_url: profileUrl(author),
    ...(caller !== ANONYMOUS && { fb_id, role, status, specific_data }),
  };
}

/** Tokenizing takes most of the time of a list of authors. */
const bios = new DerivedCache<string, { text: string }>({
  isSame: (one, other) => one === other,
  maxBytes: 8_000_000,
});
const BYTES_PER_CHARACTER = 2;

function toBiography({ id, about_html }: AuthorRecord): string {
  const known = bios.get(String(id), about_html);
  if (known) return known.text;
  const text = extractText(about_html);
  bios.set(String(id), about_html, { text }, BYTES_PER_CHARACTER * (about_html.length + text.length));
  return text;
}

/** Presents authors, with one read for all photos. */
export async function presentAuthors(authors: readonly AuthorRecord[], caller: Caller): Promise<Author[]> {
  const images = await Images.known(collectPhotoIds(authors));
  return authors.map(author => presentAuthor(author, images, caller));
}

/** The answer for a single author. */
export async function answerAuthor(
  { value, version }: Versioned<AuthorRecord>,
  caller: Caller,
): Promise<Answer<Author>> {
  const [body] = await presentAuthors([value], caller);
  if (!body) throw new Error('one author makes one answer');
  return { body, version };
}

/** The ids of the authors' photos. */
export function collectPhotoIds(authors: Iterable<AuthorRecord>): number[] {
  return [...authors].flatMap(({ image_id }) => image_id ?? []);
}

/** The size that bylines show. Originals may be large. */
export const SMALL_PHOTO = '300x';

/** The address of the uncropped photo, because sites have their own crops; the default avatar without one. */
export function buildPhotoUrl(
  { image_id }: AuthorRecord,
  images: Images,
  size: 'origin' | typeof SMALL_PHOTO,
): string {
  const image = image_id === null ? undefined : images.get(image_id);
  if (!image) return site().defaultAvatarUrl;
  const urls = shownThumbnails(image);
  return urls[size] ?? urls.origin ?? site().defaultAvatarUrl;
}

export function profileUrl({ name }: AuthorRecord): string {
  return `${site().baseUrl}/u/${name}/`;
}
