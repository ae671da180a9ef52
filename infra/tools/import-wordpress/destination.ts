import type { PictureInput } from './map/attachment.ts';
import type { AuthorInput } from './map/authors.ts';
import type { PostInput } from './map/post.ts';
import type { TermInput } from './map/sections.ts';

/** Whether this call made the record or found it. */
export type Outcome = 'made' | 'already';

/** A record that stands in the destination, new or found. */
export interface Placed {
  id: number;
  outcome: Outcome;
}

/** An image that stands in the destination, as far as posts and bodies that show it need it. */
export interface PlacedImage {
  id: number;
  width: number;
  height: number;
  credit: string;
  /** The address of the picture as it is. */
  origin: string;
  /** The whole picture in smaller sizes, smallest first. */
  scaled: { width: number; address: string }[];
}

/**
 * Where an import goes. Every method may be repeated: what is there already is found and never changed, so
 * that work done on the site since an earlier run stays.
 */
export interface Destination {
  author: (input: AuthorInput) => Promise<Placed>;
  section: (input: TermInput, parentId: number | undefined) => Promise<Placed>;
  /** False when the site has its tags feature off: posts keep their tags, but no tag has a record. */
  hasTags: () => Promise<boolean>;
  tag: (input: TermInput) => Promise<Outcome>;
  image: (input: PictureInput) => Promise<{ outcome: Outcome; image: PlacedImage }>;
  publish: (input: PostInput) => Promise<Outcome>;
  draft: (input: PostInput) => Promise<Outcome>;
  /** A draft that is published at `at` (Unix seconds); published at once when that has passed. */
  schedule: (input: PostInput, at: number) => Promise<Outcome>;
}

/** Makes nothing and finds everything absent: shows what an import into an empty site would do. */
export function dryDestination(): Destination {
  let lastId = 0;
  const place = (): Promise<Placed> => Promise.resolve({ id: (lastId += 1), outcome: 'made' });
  const make = (): Promise<Outcome> => Promise.resolve('made');
  const placeImage = () => {
    const image = { id: (lastId += 1), width: 1, height: 1, credit: '', origin: 'dry:run', scaled: [] };
    return Promise.resolve({ outcome: 'made' as const, image });
  };
  return {
    author: place,
    section: place,
    hasTags: () => Promise.resolve(true),
    tag: make,
    image: placeImage,
    publish: make,
    draft: make,
    schedule: make,
  };
}
