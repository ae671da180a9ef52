/** The description of each path or query parameter. A name has the same meaning in all endpoints. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'The id of the record.',
  unused: 'Whether only keys that were neither created nor used for 90 days are listed.',
  author_id: 'The id of the author.',
  section_id: 'The section’s id; 0 is Home.',
  delivery_id: 'The id of the delivery.',
  token: 'The secret of the preview, from its link.',
  preview_id: 'The id of the preview.',
  version: 'The version of the post.',
  destination_section_id:
    'The section that receives the posts of the deleted one; without it they only lose the section.',
  offset:
    'The number of entries to skip. Beyond 10,000, or 1,000 without a key, use the cursor of the `Link` header.',
  limit: 'The maximum number of entries of a page.',
  count: 'The maximum number of assets.',
  counts:
    'Whether the header `x-counts` has the number of posts in each state. Filters don’t change these numbers.',
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
  staged: 'Whether to show the post with its staged change, if it has one that you may see.',
  provider_id: 'The provider of posts; 20 is this API, which is the default for `provider_post_id`.',
  provider_post_id: 'The post’s id at its provider.',
  order: 'The order of the list.',
  sections: 'Posts in any of these sections: ids or titles, 0 is Home.',
  exclude_sections: 'Posts in none of these sections: ids or titles.',
  all_sections: 'Posts in each of these sections: ids or titles.',
  tags: 'Posts or assets with any of these tags, none of which may have a comma (`/posts/tag` finds the posts of such a tag); of suggestions, the beginning of a tag.',
  authors: 'The beginning of a word in the authors’ names.',
  exclude_tags: 'Posts with none of these tags.',
  tag: 'The tag that the posts have.',
  type: 'For posts, their type; for assets, their owner: the newsroom (`admin`) or the community.',
  phrase:
    'Words, and phrases in quotation marks, all of which must be in the headline, subheadline, body, tags or author names.',
  start_ts: '`created_ts` at or after this time, Unix seconds.',
  end_ts: '`created_ts` at or before this time, Unix seconds.',
  days: '`created_ts` within this number of days before now.',
  exclude_private: 'Whether posts that have only private sections are omitted.',
  section_name: 'The section’s `url`, title or id.',
  basename: 'The basename of the post: the slug of its URL.',
  path: 'The path of a post’s URL, as in `slug`, with or without percent-encoding.',
  period: 'The number of hours for which views are counted.',
  file_type: 'Whether images or documents (`file`) are listed; by default both.',
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
  section: 'Posts of this section: its `url`, title or id. To feeds, unknown and private ones are 404.',
  author: 'Posts of the author with this slug (`name`); in the editors’ list also an id or `me`.',
  q: 'Words, and phrases in quotation marks, all of which must be in a post’s headline, subheadline, body or tags, of a published post also in author names; or in an image’s file name, caption, credit or `alt`.',
  state: 'Posts in any of these states.',
  since:
    'In lists, posts whose time in the order is this one or later, or entries of this time or later, Unix seconds. In feeds of changes, the `cursor` of an earlier answer; without it the answer has no changes, and the cursor of the present end.',
  until:
    'Posts whose time in the order of the list is this one or earlier, or entries of this time or earlier, Unix seconds.',
  resource: 'Entries about this kind of resource: the part of `action` before the dot.',
  resource_id:
    'Entries about the resource with this id; send `resource` too, because ids are those of a kind.',
  action: 'Entries with this action, as `post.publish`.',
  sort: '`updated`, the default without `q`: last updated first; `created`, the default with `q`: newest first; `published`: published posts, newest first; `due`: scheduled posts, the next one first.',
  file: 'A month in UTC, as in `2026-11.xml`; with `pages-` before it, the pages of the tags and authors of its posts. `pages.xml` has the sections, `news.xml` the last 48 hours.',
  uploader: 'The id of the author who uploaded the images, or `me`.',
  by: 'Whether views are counted by `hour`, for 3 days, or by `day`, for a year.',
  url: 'The URL of the page.',
};

/** @throws Error for a parameter without a description */
export function parameterWords(name: string): string {
  const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (words === undefined)
    throw new Error(`infra/sites/reference/words/parameters.ts has no description of ${name}`);
  return words;
}
