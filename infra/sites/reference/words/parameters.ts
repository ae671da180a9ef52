/** The description of each path or query parameter. A name has the same meaning in all endpoints. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'The record’s id.',
  author_id: 'The author’s id.',
  section_id: 'The section’s id; 0 is Home.',
  delivery_id: 'The delivery’s id.',
  token: 'The preview’s token.',
  preview_id: 'The preview’s id.',
  destination_section_id:
    'The section that receives the posts of the deleted one; without it they only lose the section.',
  offset:
    'The number of entries to skip. Beyond 10,000, or 1,000 without a key, use the cursor of the `Link` header.',
  limit: 'The maximum number of entries.',
  count: 'The maximum number of assets.',
  cursor: 'The start of the page, from the `Link` header of the previous page.',
  include_fields: 'The fields to return; by default all. Unknown names are ignored.',
  exclude_fields: 'The fields to omit. Unknown names are ignored.',
  emails: 'The email addresses to look for.',
  author_names: 'The slugs (`name`) to look for.',
  author_name: 'The author’s slug (`name`); this or `author_id`.',
  removed: 'Whether removed posts are listed too; without a key they never are.',
  render: '`head` returns `head_html` too: the tags for the `<head>` of the post’s page.',
  render_shortcodes: 'Whether to return `body_html` too: the body with expanded shortcodes.',
  safe: 'With `render_shortcodes`: whether `body_html` is sanitized, so that a page can show it. `body` never is.',
  provider_id: 'The provider of posts; 20 is this API, which is the default for `provider_post_id`.',
  provider_post_id: 'The post’s id at its provider.',
  order: 'The order of the list.',
  sections: 'Posts in any of these sections: ids or titles, 0 is Home.',
  exclude_sections: 'Posts in none of these sections: ids or titles.',
  all_sections: 'Posts in each of these sections: ids or titles.',
  tags: 'Posts or assets with any of these tags.',
  exclude_tags: 'Posts with none of these tags.',
  tag: 'The tag.',
  type: 'For posts, their type; for assets, their owner: the newsroom (`admin`) or the community.',
  phrase:
    'Words, and phrases in quotation marks, all of which must be in the headline, subheadline, body, tags or author names.',
  start_ts: '`created_ts` at or after this time, Unix seconds.',
  end_ts: '`created_ts` at or before this time, Unix seconds.',
  days: '`created_ts` within this number of days before now.',
  exclude_private: 'Whether posts that have only private sections are omitted.',
  section_name: 'The section’s `url`, title or id.',
  basename: 'The post’s basename.',
  path: 'The path of a post’s URL, as in `slug`, with or without percent-encoding.',
  period: 'The number of hours for which views are counted.',
  file_type: 'Images or files.',
  in_trash: 'Whether assets in the trash are listed instead of the others; only for administrators’ keys.',
  user_id: 'The id of the author who created the assets.',
  date_added: 'The UTC day on which the assets were created.',
  search:
    'Words, and phrases in quotation marks, in the assets’ title, alternative text, file name, credit or source.',
  file_id: 'The id of the image or document.',
  sort_by: 'Newest first, or best match first; `score` has an effect only with `search`.',
  thumbnail_sizes: 'The sizes to return in `thumbnails`: `origin`, `300x`, `600x400` …, or a bare width.',
  bulk: 'Whether the body is a list of items, which are processed independently.',
  format: '`rss.xml`, `atom.xml` or `feed.json`.',
  section: 'Posts of this section: its `url`, title or id. Unknown and private ones are 404.',
  author: 'Posts of the author with this slug (`name`).',
  file: 'The month in UTC: `2026-11.xml`.',
  url: 'The URL of the page.',
};

/** @throws Error for a parameter without a description */
export function parameterWords(name: string): string {
  const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (words === undefined)
    throw new Error(`infra/sites/reference/words/parameters.ts has no description of ${name}`);
  return words;
}
