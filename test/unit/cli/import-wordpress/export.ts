import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The fields of an item, as XML names without `wp:`; the values go in as XML text. */
export type ItemFields = Partial<
  Record<
    | 'title'
    | 'creator'
    | 'content'
    | 'excerpt'
    | 'post_id'
    | 'post_date'
    | 'post_date_gmt'
    | 'pubDate'
    | 'post_name'
    | 'status'
    | 'post_type'
    | 'post_password'
    | 'is_sticky'
    | 'attachment_url'
    | 'link'
    | 'more',
    string
  >
>;

const defaults = {
  title: 'A title',
  creator: 'jane',
  content: '<![CDATA[<p>Text</p>]]>',
  post_id: '1',
  post_date_gmt: '2015-01-27 14:56:00',
  status: 'publish',
  post_type: 'post',
} satisfies ItemFields;

const PREFIXED: Record<string, string> = {
  title: 'title',
  pubDate: 'pubDate',
  creator: 'dc:creator',
  content: 'content:encoded',
  link: 'link',
  excerpt: 'excerpt:encoded',
};

/** An `<item>`; `more` is XML that is appended unchanged. */
export function item({ more = '', ...fields }: ItemFields = {}): string {
  const elements = Object.entries({ ...defaults, ...fields }).map(([field, value]) => {
    const name = PREFIXED[field] ?? `wp:${field}`;
    return `<${name}>${value}</${name}>`;
  });
  return `<item>${elements.join('\n')}${more}</item>`;
}

/** An attachment of the site; `meta` holds its custom fields. */
export function attachment(
  id: number,
  url: string,
  meta: Record<string, string> = {},
  fields: ItemFields = {},
) {
  return item({
    post_id: String(id),
    title: `Picture ${id}`,
    status: 'inherit',
    post_type: 'attachment',
    content: '',
    attachment_url: url,
    more: Object.entries(meta).map(customField).join(''),
    ...fields,
  });
}

/** A custom field of an item. */
export function customField([key, value]: readonly [string, string]): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
}

export function author(login: string, email = `${login}@example.com`, displayName = ''): string {
  return `<wp:author><wp:author_login>${login}</wp:author_login><wp:author_email>${email}</wp:author_email>
    <wp:author_display_name><![CDATA[${displayName}]]></wp:author_display_name></wp:author>`;
}

export function category(nicename: string, parent = '', name = nicename): string {
  return `<wp:category><wp:category_nicename>${nicename}</wp:category_nicename>
    <wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`;
}

export function tag(slug: string, name = slug): string {
  return `<wp:tag><wp:tag_slug>${slug}</wp:tag_slug><wp:tag_name><![CDATA[${name}]]></wp:tag_name></wp:tag>`;
}

/** The element by which an item names a category or tag. */
export function term(domain: string, nicename: string, name = nicename): string {
  return `<category domain="${domain}" nicename="${nicename}"><![CDATA[${name}]]></category>`;
}

/** A whole export of `https://news.example/blog` around the given elements. */
export function wxr(...elements: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>News</title>
<link>https://news.example</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://news.example/blog/</wp:base_blog_url>
${elements.join('\n')}
</channel></rss>
`;
}

/** Writes the content into a file of its own and returns the path. */
export function exportFile(content: string | Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'wxr-')), 'export.xml');
  writeFileSync(file, content);
  return file;
}
