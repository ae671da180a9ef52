import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import { site } from '../core/site.ts';
import { xmlText } from '../text/xml.ts';
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
  'rss.xml': { type: 'application/rss+xml; charset=utf-8', write: feed => tidy(rss(feed)) },
  'atom.xml': { type: 'application/atom+xml; charset=utf-8', write: feed => tidy(atom(feed)) },
  'feed.json': { type: 'application/feed+json; charset=utf-8', write: json },
} satisfies Record<string, Format>;

function rss({ title, url, self, items }: Feed): string {
  return generateRssFeed({
    title,
    link: url,
    description: title,
    language: site().language,
    lastBuildDate: updatedOf(items),
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }, ...hubLinks()] },
    items: items.map(item => ({
      title: item.title,
      link: item.url,
      guid: { value: item.id, isPermaLink: false },
      pubDate: item.published,
      description: item.summary,
      dc: { creators: item.authors.map(({ name }) => name) },
      categories: item.tags.map(name => ({ name })),
      ...(item.html !== undefined && { content: { encoded: item.html } }),
      ...(item.enclosure && { enclosures: [item.enclosure] }),
    })),
  });
}

function atom({ title, url, self, items }: Feed): string {
  const { language, siteTitle } = site();
  return generateAtomFeed({
    id: self,
    title: { value: title },
    updated: updatedOf(items),
    xml: { lang: language },
    // Entries without an author have this one.
    authors: [{ name: siteTitle }],
    links: [
      { href: url, rel: 'alternate', type: 'text/html' },
      { href: self, rel: 'self', type: 'application/atom+xml' },
      ...hubLinks(),
    ],
    entries: items.map(item => ({
      id: item.id,
      title: { value: item.title },
      published: item.published,
      updated: item.updated,
      summary: { value: item.summary },
      authors: item.authors.map(({ name, url: uri }) => ({ name, uri })),
      categories: item.tags.map(term => ({ term })),
      links: [
        { href: item.url, rel: 'alternate', type: 'text/html' },
        ...(item.enclosure
          ? [
              {
                href: item.enclosure.url,
                rel: 'enclosure',
                type: item.enclosure.type,
                length: item.enclosure.length,
              },
            ]
          : []),
      ],
      ...(item.html !== undefined && { content: { value: item.html, type: 'html' } }),
    })),
  });
}

function json({ title, url, self, items }: Feed): string {
  const { language, feeds } = site();
  const feed = generateJsonFeed({
    title,
    home_page_url: url,
    feed_url: self,
    language,
    ...(feeds.hub !== undefined && { hubs: [{ type: 'WebSub', url: feeds.hub }] }),
    items: items.map(item => ({
      id: item.id,
      url: item.url,
      title: item.title,
      summary: item.summary,
      ...(item.html === undefined
        ? { content_text: item.summary || item.title }
        : { content_html: item.html }),
      date_published: item.published,
      date_modified: item.updated,
      authors: item.authors,
      tags: item.tags,
      ...(item.enclosure && {
        image: item.enclosure.url,
        attachments: [
          { url: item.enclosure.url, mime_type: item.enclosure.type, size_in_bytes: item.enclosure.length },
        ],
      }),
    })),
  });
  // The library leaves out empty lists, and the format requires this one.
  return JSON.stringify(Object.assign({ items: [] }, feed));
}

/** Removes characters that XML does not allow, and the library's line breaks around texts, which would be a part of them. */
function tidy(xml: string): string {
  return xmlText(xml)
    .replace(/>\n *<!\[CDATA\[/g, '><![CDATA[')
    .replace(/\]\]>\n *<\//g, ']]></');
}

/** The WebSub hub, which subscribers find in the feed. */
function hubLinks(): { href: string; rel: string }[] {
  const { hub } = site().feeds;
  return hub === undefined ? [] : [{ href: hub, rel: 'hub' }];
}

/** Of an empty feed: always the same, so that its ETag is too. */
function updatedOf(items: readonly FeedItem[]): Date {
  return new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));
}
