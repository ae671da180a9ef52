import { basename } from 'node:path';
import { childText, type XmlElement } from './element.ts';
import { isAttachment, readLeadImageId, toItem } from './item.ts';
import { findGalleryIds } from '../shortcodes/gallery-ids.ts';
import { channelElements, MalformedExportError } from './read.ts';
import type { WxrAuthor, WxrItem, WxrTerm } from './records.ts';
import { toTerm } from './term.ts';

/** Converts a `wp:author` element. */
function toAuthor(element: XmlElement): WxrAuthor {
  return {
    login: childText(element, 'wp:author_login'),
    email: childText(element, 'wp:author_email'),
    displayName: childText(element, 'wp:author_display_name'),
    firstName: childText(element, 'wp:author_first_name'),
    lastName: childText(element, 'wp:author_last_name'),
  };
}

/** The post types that become posts. Other items are attachments or belong to the theme. */
export const IMPORTED_TYPES: ReadonlySet<string> = new Set(['post', 'page']);

/** The contents of an export without its items' texts. Maps are keyed by login and nicename, in the file's order. */
export interface Outline {
  /** Host and path of the exported site, `example.com/blog`, which distinguish its post ids from those of other sites. */
  site: string;
  authors: Map<string, WxrAuthor>;
  /** The logins of authors in posts and pages, declared or not. */
  creators: Set<string>;
  categories: Map<string, WxrTerm>;
  tags: Map<string, WxrTerm>;
  itemCount: number;
  attachmentCount: number;
  /** The ids of the attachments that are lead images. */
  leadImages: Set<number>;
  /** The ids of the attachments that galleries of posts name. */
  galleryImages: Set<number>;
  /** The host names of the site and of its attachments' files. */
  hosts: Set<string>;
}

/**
 * Reads a whole export once, and keeps authors and terms only. A partial export declares few of them, so those that posts and pages
 * name are added. `given` is the site's address for a file without it. Throws MalformedExportError when the file is malformed or not a
 * WordPress export.
 */
export async function readOutline(file: string, given?: string): Promise<Outline> {
  const outline = emptyOutline();
  const mentioned = emptyOutline();
  const channel = new Map<string, string>();
  for await (const element of channelElements(file)) {
    if (element.name === 'item') mention(mentioned, toItem(element));
    else declare(outline, channel, element);
  }
  if (!channel.has('wp:wxr_version')) {
    throw new MalformedExportError(`${basename(file)} is not a WordPress export: it has no wp:wxr_version.`);
  }
  for (const term of mentioned.categories.values()) addTerm(outline, 'category', term);
  for (const term of mentioned.tags.values()) addTerm(outline, 'post_tag', term);
  const { creators, itemCount, attachmentCount, leadImages, galleryImages, hosts } = mentioned;
  // Not wp:base_site_url, which is the address of the whole network on a multisite.
  const addresses = [given, channel.get('wp:base_blog_url'), channel.get('link')].filter(isAddress);
  const [address] = addresses;
  if (address === undefined)
    throw new MalformedExportError(
      `${basename(file)} does not say which site it is of: it has no wp:base_blog_url. Add --site with the address of the WordPress site.`,
    );
  for (const other of addresses) addHost(hosts, other);
  const site = toSite(address);
  return { ...outline, site, creators, itemCount, attachmentCount, leadImages, galleryImages, hosts };
}

function emptyOutline(): Outline {
  return {
    site: '',
    authors: new Map(),
    creators: new Set(),
    categories: new Map(),
    tags: new Map(),
    itemCount: 0,
    attachmentCount: 0,
    leadImages: new Set(),
    galleryImages: new Set(),
    hosts: new Set(),
  };
}

function declare(outline: Outline, channel: Map<string, string>, element: XmlElement): void {
  const found = toTerm(element);
  if (found) addTerm(outline, found.taxonomy, found.term);
  else if (element.name !== 'wp:author') channel.set(element.name, element.text.trim());
  else addAuthor(outline, toAuthor(element));
}

function mention(outline: Outline, item: WxrItem): void {
  outline.itemCount += 1;
  if (isAttachment(item)) {
    outline.attachmentCount += 1;
    addHost(outline.hosts, item.attachmentUrl);
  }
  if (!IMPORTED_TYPES.has(item.type)) return;
  const leadImage = readLeadImageId(item);
  if (leadImage !== undefined) outline.leadImages.add(leadImage);
  for (const id of findGalleryIds(item.content)) outline.galleryImages.add(id);
  if (item.creator) outline.creators.add(item.creator);
  for (const { taxonomy, nicename, name } of item.terms) {
    addTerm(outline, taxonomy, { nicename, name, parent: '', description: '' });
  }
}

function addAuthor(outline: Outline, author: WxrAuthor): void {
  if (author.login) addMissing(outline.authors, author.login, author);
}

function addTerm(outline: Outline, taxonomy: string, term: WxrTerm): void {
  if (!term.nicename) return;
  if (taxonomy === 'category') addMissing(outline.categories, term.nicename, term);
  if (taxonomy === 'post_tag') addMissing(outline.tags, term.nicename, term);
}

function addMissing<T>(known: Map<string, T>, key: string, value: T): void {
  if (!known.has(key)) known.set(key, value);
}

function addHost(hosts: Set<string>, address: string): void {
  if (URL.canParse(address)) hosts.add(new URL(address).hostname);
}

function isAddress(text: string | undefined): text is string {
  return text !== undefined && /^https?:/i.test(text) && URL.canParse(text);
}

function toSite(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, '');
}
