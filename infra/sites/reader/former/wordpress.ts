import { encodePath } from '../../../../shared/platform/text/percent.ts';
import { tagKey, toTagPath } from '../../../../shared/platform/text/tag.ts';
import { buildFeedQuery } from '../lists.ts';
import type { Reader, Section } from '../read.ts';
import { sectionPath } from '../sections.ts';
import { findWriting } from '../tags/tags.ts';

/**
 * Addresses that WordPress gives to what is no post, or to a part or form of a post. They are looked at only where the site has no page, and
 * lead only to what is there: to paths of this site that are made of its own data, never of the address.
 */

/** What stands behind the address of a page. */
type Suffix = 'feed' | 'page' | 'part';

interface FormerAddress {
  /** Without a slash at the end; empty for the front page. */
  path: string;
  suffix: Suffix | undefined;
  /** Of the feed. */
  format: 'rss.xml' | 'atom.xml';
}

const SUFFIXES: readonly [Suffix, RegExp][] = [
  ['feed', /\/feed(?:\/(?:rss|rss2|rdf|atom))?$/],
  ['page', /\/page\/\d{1,6}$/],
  // Of a post: later comments, the form for phones, and later pages of a long text.
  ['part', /\/(?:comment-page-\d{1,6}|amp|\d{1,3})$/],
];

/** A section, tag or author: its page, and its feed's query. */
interface Place {
  path: string;
  feed: string;
}

/** @returns the path to which a decoded path of WordPress leads now. It costs one call to the API at most, of a tag three, and none for other paths */
export async function findFormer(
  path: string,
  sections: readonly Section[],
  reader: Reader,
): Promise<string | undefined> {
  const address = parse(path);
  const { suffix, format } = address;
  if (address.path === '') return findOfSite(address);
  const place = await findPlace(address, sections, reader);
  if (place) return suffix === 'feed' ? `/feeds/${format}${place.feed}` : place.path;
  return suffix === undefined || isPlace(address.path) ? undefined : await reader.pathOf(address.path);
}

function parse(given: string): FormerAddress {
  const path = given.replace(/\/$/, '');
  const format = path.endsWith('/atom') ? 'atom.xml' : 'rss.xml';
  for (const [suffix, form] of SUFFIXES)
    if (form.test(path)) return { path: path.replace(form, ''), suffix, format };
  return { path, suffix: undefined, format };
}

/** Later pages of the front page have older stories, as the archive has. */
function findOfSite({ suffix, format }: FormerAddress): string | undefined {
  if (suffix === 'page') return '/archive';
  return suffix === 'feed' ? `/feeds/${format}` : undefined;
}

const PLACE = /^\/(category|tag|author)\/(.+)$/;

function isPlace(path: string): boolean {
  return PLACE.test(path);
}

async function findPlace(
  { path, suffix }: FormerAddress,
  sections: readonly Section[],
  reader: Reader,
): Promise<Place | undefined> {
  if (suffix === 'part') return undefined;
  const [, kind, name = ''] = PLACE.exec(path) ?? [];
  if (kind === 'tag') return await findTag(name, reader);
  if (kind === 'author') return await findAuthor(name, reader);
  if (kind === 'category') return findSection(name, sections);
  // The page of a section here.
  return suffix === undefined ? undefined : findSection(path.slice(1), sections);
}

function findSection(url: string, sections: readonly Section[]): Place | undefined {
  const section = sections.find(({ full_url }) => full_url === url);
  return (
    section && { path: encodePath(sectionPath(section)), feed: buildFeedQuery({ section: section.url }) }
  );
}

async function findTag(slug: string, reader: Reader): Promise<Place | undefined> {
  const written = (await findCarried(slug, reader)) ?? (await findRecorded(slug, reader));
  const path = written === undefined ? undefined : toTagPath(written);
  return written === undefined || path === undefined
    ? undefined
    : { path, feed: buildFeedQuery({ tag: written }) };
}

/** WordPress writes a tag of several words with hyphens. */
async function findCarried(slug: string, reader: Reader): Promise<string | undefined> {
  return await reader.tagLike([slug, slug.replaceAll('-', ' ')], tag => toHyphens(tag) === toHyphens(slug));
}

/** The import gives a tag's record the slug that the tag had in WordPress, where most lack the accents and commas of the name. */
async function findRecorded(slug: string, reader: Reader): Promise<string | undefined> {
  const title = await reader.titleOfTag(url => tagKey(url) === tagKey(slug));
  if (title === undefined) return undefined;
  const { body } = await reader.ofTag(title, {});
  return body.length === 0 ? undefined : findWriting(title, body);
}

function toHyphens(tag: string): string {
  return tagKey(tag).replace(/\s+/g, '-');
}

async function findAuthor(name: string, reader: Reader): Promise<Place | undefined> {
  const author = name.includes('/') ? undefined : await reader.author(name);
  if (!author) return undefined;
  return { path: `/u/${encodeURIComponent(author.name)}/`, feed: buildFeedQuery({ author: author.name }) };
}
