import type { Line, PostLine } from '../format/lines.ts';
import type { Losses } from './losses.ts';
import type { Fetch } from './media.ts';
import type { Medium, Shortcodes } from './mentions.ts';
import type { ReadPost } from './posts.ts';
import type { ReadRevisions } from './revisions.ts';

/** Where an export reads a site from. Lists are read once, and each record is in a state that it had during the export. */
export interface Source {
  /** The stored files that are lost or damaged. The source leaves out their records and reads the others. */
  losses: Losses;
  /** Every post once, in any state. */
  posts: () => AsyncIterable<ReadPost>;
  likes: (postId: number) => Promise<Line<'likes'>[]>;
  /** What changes of a post replaced. */
  revisions: (post: PostLine) => Promise<ReadRevisions>;
  assets: () => AsyncIterable<Line<'assets'>>;
  badges: () => Promise<Line<'badges'>[]>;
  sections: (kind: 'sections' | 'tags') => Promise<Line<'sections'>[]>;
  /** undefined when the section does not exist or has no editorial order. */
  order: (sectionId: number) => Promise<Line<'orders'> | undefined>;
  follows: (sectionId: number) => Promise<Line<'follows'>[]>;
  /** The records of kinds without a file of their own. */
  others: () => AsyncIterable<Line<'records'>> | Iterable<Line<'records'>>;
  authors: () => AsyncIterable<Line<'authors'>>;
  webhooks: () => Promise<Line<'webhooks'>[]>;
  paths: () => Promise<Line<'paths'>[]>;
  image: (id: number, fetch: Fetch) => Promise<Line<'images'> | undefined>;
  document: (id: number, fetch: Fetch) => Promise<Line<'documents'> | undefined>;
  /** The media that the shortcodes name, as far as they can be found. */
  resolve: (shortcodes: Shortcodes) => Promise<Medium[]>;
  /** The media of the site to which no exported record refers; undefined when the source does not list media. */
  unreferred: (referred: MediaIds<ReadonlySet<number>>) => Promise<MediaIds<number[]> | undefined>;
  /** The ids of the authors who have a password; undefined when the source does not tell. */
  passwords: (authors: readonly number[]) => Promise<number[] | undefined>;
}

/** Values for images and documents. */
export interface MediaIds<T> {
  images: T;
  documents: T;
}
