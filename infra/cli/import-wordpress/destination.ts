import { ApiError, Conflict, ConnectionError } from '../../client/source/index.ts';
import type { PictureInput } from './map/attachment.ts';
import type { AuthorInput } from './map/authors.ts';
import type { PostInput } from './map/post.ts';
import type { TermInput } from './map/sections.ts';
import type { PictureTexts, PlacedImage } from './pictures/known.ts';

/** Whether this call created the record or found it. */
export type Outcome = 'created' | 'existing';

/** A record in the destination, new or existing. */
export interface Placed {
  id: number;
  outcome: Outcome;
}

/** An image of an earlier run, which imported another part of the same site. */
export interface EarlierImage {
  wordpressId: number;
  /** The URL of its file on the old site. */
  address: string;
  image: PlacedImage;
}

/**
 * The target of an import. Every method may be repeated: an existing record is found and never changed, so that edits since an
 * earlier run are kept.
 */
export interface Destination {
  author: (input: AuthorInput) => Promise<Placed>;
  section: (input: TermInput, parentId: number | undefined) => Promise<Placed>;
  /** False when the site's tags feature is off: posts keep their tags, but tags have no records. */
  hasTags: () => Promise<boolean>;
  tag: (input: TermInput) => Promise<Outcome>;
  image: (input: PictureInput) => Promise<{ outcome: Outcome; image: PlacedImage }>;
  /** The images of the site as of the first call for images. */
  earlierImages: () => Promise<readonly EarlierImage[]>;
  textsOf: (image: PlacedImage) => Promise<PictureTexts>;
  publish: (input: PostInput) => Promise<Outcome>;
  draft: (input: PostInput) => Promise<Outcome>;
  /** Creates a draft that is published at `at` (Unix seconds), or immediately when that time has passed. */
  schedule: (input: PostInput, at: number) => Promise<Outcome>;
}

/** Creates nothing and finds nothing: shows the result of an import into an empty site. */
export function dryDestination(): Destination {
  let lastId = 0;
  const place = (): Promise<Placed> => Promise.resolve({ id: (lastId += 1), outcome: 'created' });
  const make = (): Promise<Outcome> => Promise.resolve('created');
  const placeImage = () => {
    const image = { id: (lastId += 1), width: 1, height: 1, credit: '', origin: 'dry:run', scaled: [] };
    return Promise.resolve({ outcome: 'created' as const, image });
  };
  return {
    author: place,
    section: place,
    hasTags: () => Promise.resolve(true),
    tag: make,
    image: placeImage,
    earlierImages: () => Promise.resolve([]),
    textsOf: () => Promise.resolve({ caption: '', alt: '' }),
    publish: make,
    draft: make,
    schedule: make,
  };
}

/** Whether a post with this provider_post_id exists, from an earlier run or a concurrent one. */
export function isProviderPostIdTaken(error: unknown): boolean {
  return error instanceof Conflict && error.messages.some(message => message.includes('provider_post_id'));
}

/** Whether the service is overloaded or down, independently of the request. */
export function isBusy(error: unknown): boolean {
  return hasStatus(error, 429, 503);
}

/** Whether the failure concerns only this record; any other (no connection, an invalid key) would fail every record. */
export function concernsOneRecord(error: unknown): boolean {
  return !(error instanceof ConnectionError) && !hasStatus(error, 401, 403);
}

function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}
