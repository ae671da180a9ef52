import { site } from '../platform/site/site.ts';
import { xmlElement, xmlHtml, xmlParent } from '../platform/text/xml.ts';
import type { PublicFile } from '../library/images/public-file.ts';
import type { FeedItem } from './items.ts';
import type { Subject } from './subject.ts';

interface Feed extends Subject {
  /** The feed's own URL. */
  self: string;
  items: readonly FeedItem[];
}

interface Format {
  type: string;
  write: (feed: Feed) => string;
}

/** The formats by the name of the feed's file. */
export const FORMATS = {
  'rss.xml': { type: 'application/rss+xml; charset=utf-8', write: rss },
  'atom.xml': { type: 'application/atom+xml; charset=utf-8', write: atom },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: json },
} satisfies Record<string, Format>;

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** RSS 2.0 with the elements of other namespaces that readers know. */
function rss({ title, url, self, items }: Feed): string {
  const channel = [
    xmlElement('title', title),
    xmlElement('link', url),
    xmlElement('description', title),
    xmlElement('language', site().language),
    xmlElement('lastBuildDate', findLastUpdate(items).toUTCString()),
    ...links('atom:link', [{ href: self, rel: 'self', type: 'application/rss+xml' }, ...hubLinks()]),
    ...items.map(rssItem),
  ];
  const namespaces = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  return DECLARATION + xmlParent('rss', [xmlParent('channel', channel)], { version: '2.0', ...namespaces });
}

function rssItem(item: FeedItem): string {
  return xmlParent('item', [
    xmlElement('title', item.title),
    xmlElement('link', item.url),
    ...(item.summary === '' ? [] : [xmlElement('description', item.summary)]),
    ...item.tags.map(tag => xmlElement('category', tag)),
    ...(item.enclosure ? [rssEnclosure(item.enclosure)] : []),
    xmlElement('guid', item.id, { isPermaLink: 'false' }),
    xmlElement('pubDate', item.published.toUTCString()),
    ...item.authors.map(({ name }) => xmlElement('dc:creator', name)),
    ...(item.html === undefined ? [] : [xmlHtml('content:encoded', item.html)]),
  ]);
}

/** RSS requires a length; 0 is how its specification's best practices write an unknown one. */
function rssEnclosure({ url, type, bytes: length = 0 }: PublicFile): string {
  return xmlElement('enclosure', '', { url, length, type });
}

/** Atom (RFC 4287). */
function atom({ title, url, self, items }: Feed): string {
  const { language, siteTitle } = site();
  const feed = [
    xmlElement('id', self),
    xmlElement('title', title),
    xmlElement('updated', findLastUpdate(items).toISOString()),
    // Atom applies this author to entries without one.
    xmlParent('author', [xmlElement('name', siteTitle)]),
    ...links('link', [
      { href: url, rel: 'alternate', type: 'text/html' },
      { href: self, rel: 'self', type: 'application/atom+xml' },
      ...hubLinks(),
    ]),
    ...items.map(atomEntry),
  ];
  return (
    DECLARATION + xmlParent('feed', feed, { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language })
  );
}

function atomEntry(item: FeedItem): string {
  const { enclosure } = item;
  return xmlParent('entry', [
    xmlElement('id', item.id),
    xmlElement('title', item.title),
    xmlElement('published', item.published.toISOString()),
    xmlElement('updated', item.updated.toISOString()),
    ...(item.summary === '' ? [] : [xmlElement('summary', item.summary)]),
    ...item.authors.map(({ name, url }) =>
      xmlParent('author', [xmlElement('name', name), xmlElement('uri', url)]),
    ),
    ...item.tags.map(term => xmlElement('category', '', { term })),
    ...links('link', [
      { href: item.url, rel: 'alternate', type: 'text/html' },
      ...(enclosure
        ? [{ href: enclosure.url, rel: 'enclosure', type: enclosure.type, ...withBytes('length', enclosure) }]
        : []),
    ]),
    ...(item.html === undefined ? [] : [xmlHtml('content', item.html, { type: 'html' })]),
  ]);
}

/** JSON Feed 1.1. */
function json({ title, url, self, items }: Feed): string {
  const { language, feeds } = site();
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    feed_url: self,
    language,
    ...(feeds.hub !== undefined && { hubs: [{ type: 'WebSub', url: feeds.hub }] }),
    items: items.map(jsonItem),
  });
}

function jsonItem({ enclosure, ...item }: FeedItem): object {
  return {
    id: item.id,
    url: item.url,
    title: item.title,
    ...(item.summary !== '' && { summary: item.summary }),
    ...(item.html === undefined
      ? { content_text: item.summary || item.title || item.url }
      : { content_html: item.html }),
    date_published: item.published,
    date_modified: item.updated,
    authors: item.authors,
    ...(item.tags.length > 0 && { tags: item.tags }),
    ...(enclosure && {
      image: enclosure.url,
      attachments: [
        { url: enclosure.url, mime_type: enclosure.type, ...withBytes('size_in_bytes', enclosure) },
      ],
    }),
  };
}

function withBytes(name: string, { bytes }: PublicFile): Readonly<Record<string, number>> {
  return bytes === undefined ? {} : { [name]: bytes };
}

function links(name: string, all: readonly Readonly<Record<string, string | number>>[]): string[] {
  return all.map(attributes => xmlElement(name, '', attributes));
}

/** Links to the WebSub hub, where readers of the feed subscribe to it. */
function hubLinks(): { href: string; rel: string }[] {
  const { hub } = site().feeds;
  return hub === undefined ? [] : [{ href: hub, rel: 'hub' }];
}

/** Returns the time of the last update. For an empty feed it is 1970, so that its ETag stays the same. */
function findLastUpdate(items: readonly FeedItem[]): Date {
  return new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));
}
