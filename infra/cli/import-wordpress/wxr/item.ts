import { decodeIfValid } from '../../../../shared/platform/text/percent.ts';
import { childRawText, childrenNamed, childText, type XmlElement } from './element.ts';
import { channelElements } from './read.ts';
import type { WxrItem } from './records.ts';
import { toTermReference } from './term.ts';

const LOCAL = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/;
const RFC_2822 = /^\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/;

/** Parses `2015-01-27 14:56:00` as UTC to Unix seconds; undefined for WordPress's `0000-00-00 00:00:00` and for invalid dates. */
function parseWordpressDate(text: string): number | undefined {
  const parts = LOCAL.exec(text);
  return parts ? seconds(`${parts[1] ?? ''}T${parts[2] ?? ''}Z`) : undefined;
}

/**
 * Parses `Tue, 27 Jan 2015 14:56:57 +0000` to Unix seconds. The pattern is checked first, because JavaScript would read WordPress's
 * missing date, `Wed, 30 Nov -0001 …`, as 2001.
 */
function parsePubDate(text: string): number | undefined {
  return RFC_2822.test(text) ? seconds(text) : undefined;
}

function seconds(date: string): number | undefined {
  const milliseconds = Date.parse(date);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** Converts an `item` element. */
export function toItem(element: XmlElement): WxrItem {
  const text = (name: string): string => childText(element, name);
  const fixedDate = parseWordpressDate(text('wp:post_date_gmt'));
  return {
    id: Number.parseInt(text('wp:post_id'), 10) || 0,
    type: text('wp:post_type'),
    status: text('wp:status'),
    title: text('title'),
    creator: text('dc:creator'),
    content: childRawText(element, 'content:encoded'),
    excerpt: text('excerpt:encoded'),
    link: text('link'),
    postName: decodeIfValid(text('wp:post_name')),
    password: childRawText(element, 'wp:post_password'),
    sticky: text('wp:is_sticky') === '1',
    attachmentUrl: text('wp:attachment_url'),
    date: fixedDate ?? parseWordpressDate(text('wp:post_date')) ?? parsePubDate(text('pubDate')),
    dateIsFixed: fixedDate !== undefined,
    terms: childrenNamed(element, 'category').flatMap(child => toTermReference(child) ?? []),
    meta: new Map(childrenNamed(element, 'wp:postmeta').map(metaEntry)),
  };
}

function metaEntry(element: XmlElement): [string, string] {
  return [childText(element, 'wp:meta_key'), childText(element, 'wp:meta_value')];
}

export function isAttachment({ type }: WxrItem): boolean {
  return type === 'attachment';
}

/** The id of a post's lead image ("featured image"). */
export function readLeadImageId({ meta }: WxrItem): number | undefined {
  const id = meta.get('_thumbnail_id') ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** Yields the items of an export in document order, one in memory at a time. */
export async function* readItems(file: string): AsyncGenerator<WxrItem> {
  for await (const element of channelElements(file)) {
    if (element.name === 'item') yield toItem(element);
  }
}
