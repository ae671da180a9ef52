import { shownBody } from '../paragraphs/shown.ts';
import { mapBody } from '../pictures/body.ts';
import type { KnownPictures } from '../pictures/known.ts';
import type { WxrItem, WxrTermReference } from '../wxr/records.ts';
import { leadImageFor, type LeadFields } from './attachment.ts';
import { expandBody } from './body.ts';
import { plainText, truncate } from './text.ts';

const HOME_SECTION = 0;
const MAX_SECTIONS = 100;
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 200;
const MAX_HEADLINE_LENGTH = 1000;
const MAX_TEXT_LENGTH = 5000;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** The records that items refer to. Authors and sections throw when the import of the referenced one failed. */
export interface References {
  authorId: (login: string) => number;
  sectionId: (nicename: string) => number;
  /** undefined leaves bodies and lead images unchanged. */
  pictures: KnownPictures | undefined;
}

/** The fields to send for a post or draft. */
export interface PostInput extends LeadFields {
  headline: string;
  body: string;
  manual_basename: string | undefined;
  subheadline: string | undefined;
  meta_description: string | undefined;
  tags: string[];
  sections: number[];
  roar_author_ids: number[] | undefined;
  created_ts: number | undefined;
  provider_post_id: string;
  roar_specific_data: { wordpress: WordpressOrigin };
}

/** The origin of a post. The post answers at the path of `link` too (shared/posts/record/origin.ts). */
interface WordpressOrigin {
  id: number;
  type: string;
  link: string;
  /** Set on a draft until it is scheduled: see `schedule` in `../api/posts.ts`. */
  schedule_pending?: true;
}

/** Maps an item to a post, with notes on changes. Throws when the item can't be imported. */
export function toPost(
  item: WxrItem,
  site: string,
  references: References,
): { input: PostInput; notes: string[] } {
  const { pictures } = references;
  const content = expandBody(shownBody(item.content), pictures);
  const body = pictures ? mapBody(content, pictures) : { html: content, showsMissing: false };
  const lead = pictures ? leadImageFor(item, pictures) : { fields: {}, notes: [] };
  requireSendable(item, body.html);
  const headline = plainText(item.title);
  const excerpt = plainText(item.excerpt);
  const tags = collectTags(item.terms);
  const sections = collectSections(item, references);
  const input: PostInput = {
    headline: truncate(MAX_HEADLINE_LENGTH, headline) || `Untitled ${item.id}`,
    body: body.html,
    manual_basename: item.postName || undefined,
    subheadline: truncate(MAX_TEXT_LENGTH, excerpt) || undefined,
    meta_description: metaDescription(item),
    tags: tags.slice(0, MAX_TAGS),
    sections: sections.slice(0, MAX_SECTIONS),
    roar_author_ids: item.creator ? [references.authorId(item.creator)] : undefined,
    created_ts: createdTs(item),
    ...lead.fields,
    provider_post_id: providerPostId(site, item),
    roar_specific_data: { wordpress: { id: item.id, type: item.type, link: item.link } },
  };
  const changes = describeChanges(item, { headline, excerpt, tags, sections }, body.showsMissing);
  return { input, notes: [...changes, ...lead.notes] };
}

/** What could not be kept of an item. */
function describeChanges(
  { status, date }: WxrItem,
  whole: { headline: string; excerpt: string; tags: string[]; sections: number[] },
  showsMissing: boolean,
): string[] {
  return [
    ...(whole.headline ? [] : ['headline generated, because the title is empty']),
    ...noteCut('headline', whole.headline, MAX_HEADLINE_LENGTH),
    ...noteCut('excerpt', whole.excerpt, MAX_TEXT_LENGTH),
    ...(whole.tags.length > MAX_TAGS ? [`only the first ${MAX_TAGS} tags kept`] : []),
    ...(whole.sections.length > MAX_SECTIONS ? [`only the first ${MAX_SECTIONS} sections kept`] : []),
    ...(status === 'publish' && date === undefined ? ['dated now, because it has no date'] : []),
    ...(showsMissing ? ['shows images at their old URL, because they could not be imported'] : []),
  ];
}

/** The id by which a later run finds the post of an item. */
export function providerPostId(site: string, { id }: WxrItem): string {
  return `wordpress:${site}:${id}`;
}

function requireSendable(item: WxrItem, body: string): void {
  if (item.id === 0) throw new Error('it has no wp:post_id, so that a second run could not recognise it');
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_BODY_BYTES)
    throw new Error(`its body has ${bytes} bytes, more than the ${MAX_BODY_BYTES} allowed`);
}

/** The text of the most common SEO plugin (Yoast). A template (`%%title%%`) is meaningless outside of the plugin. */
function metaDescription(item: WxrItem): string | undefined {
  const text = plainText(item.meta.get('_yoast_wpseo_metadesc') ?? '');
  return text && !text.includes('%%') ? truncate(MAX_TEXT_LENGTH, text) : undefined;
}

function noteCut(name: string, text: string, most: number): string[] {
  return text.length > most ? [`only the first ${most} characters of the ${name} kept`] : [];
}

/** A draft without a fixed date is dated at its publication, as in WordPress. */
function createdTs(item: WxrItem): number | undefined {
  const floats = (item.status === 'draft' || item.status === 'pending') && !item.dateIsFixed;
  return floats ? undefined : item.date;
}

function collectTags(terms: readonly WxrTermReference[]): string[] {
  const tags = new Map<string, string>();
  for (const { name, nicename } of terms.filter(term => term.taxonomy === 'post_tag')) {
    const tag = (plainText(name) || nicename).slice(0, MAX_TAG_LENGTH).trim();
    if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

/** WordPress keeps a sticky post on the front page, which corresponds to membership in Home. */
function collectSections(item: WxrItem, references: References): number[] {
  const categories = item.terms.filter(term => term.taxonomy === 'category');
  const ids = categories.map(term => references.sectionId(term.nicename));
  return [...new Set(item.sticky ? [HOME_SECTION, ...ids] : ids)];
}
