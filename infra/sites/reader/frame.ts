import type { Theme } from '../../../shared/platform/site/theme-schema.ts';
import type { Html } from './html.ts';
import type { Posts, Section } from './read.ts';
import type { Texts } from './texts/index.ts';

/** What the head of a page without a post says. */
export interface PageFacts {
  title: string;
  description?: string;
  /** The address of the page's picture. */
  image?: string | null | undefined;
  /** Whether the picture is a person's, which networks show small. */
  hasPortrait?: boolean;
  /** The decoded path of the page, where it answers at other spellings too. */
  path?: string;
  /** The section of the page, for its breadcrumbs. */
  section?: Section | null;
  /** Pages that search engines leave out: searches, later pages of a list, notices. */
  isUnlisted?: boolean;
}

/** What all pages show. */
export interface Frame {
  title: string;
  /** BCP 47, such as `en`. */
  language: string;
  timeZone: string;
  /** The address of the site, without a slash at its end. */
  baseUrl: string;
  theme: Theme;
  texts: Texts;
  sections: readonly Section[];
  /** The path of the page, to mark its place in the navigation. */
  path: string;
  nowMs: number;
}

export interface View extends PageFacts {
  /** The tags of a post's head, which contain its title; other pages have those of `PageFacts`. */
  head?: Html;
  /** The feed of the page's posts, as a query of the feeds. */
  feed?: string;
  main: Html;
}

/** A page of a list, with the query of its address. */
export interface Listed {
  frame: Frame;
  query: URLSearchParams;
  list: Posts;
}

/** The address of a redirect is in `location`. */
export interface SiteAnswer {
  status: number;
  type: 'text/html' | 'text/css' | 'text/plain';
  body: string;
  location?: string;
  /** In seconds; by default a page's, which is short, because a post must leave it. */
  maxAgeS?: number;
  /** Why the page can't be shown now, and when it may be asked for again. */
  failure?: { cause: unknown; retryAfterS: number };
}
