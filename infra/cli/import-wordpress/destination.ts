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
  return {
    author: place,
    section: place,
    hasTags: () => Promise.resolve(true),
    tag: make,
    publish: make,
    draft: make,
    schedule: make,
  };
}
