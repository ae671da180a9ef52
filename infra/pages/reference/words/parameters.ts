/** What each parameter of a path or a query means; one name means the same wherever it stands. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'The record’s id.',
  author_id: 'The author’s id.',
  section_id: 'The section’s id; 0 is Home.',
  delivery_id: 'The delivery’s id.',
  destination_section_id: 'Where the deleted section’s posts go; without it they just lose the section.',
  offset:
    'How many entries to pass over. Beyond 10,000, or 1,000 without a key, page by the cursor of the `Link` header.',
  limit: 'How many entries to answer at most.',
  count: 'How many assets to answer at most.',
  cursor: 'Where the page begins: taken from the `Link` header of the page before.',
  include_fields: 'The fields to answer; all without it. Unknown names are ignored.',
  exclude_fields: 'The fields to leave out. Unknown names are ignored.',
  emails: 'The email addresses to look for.',
  author_names: 'The slugs (`name`) to look for.',
  author_name: 'The author’s slug (`name`); this or `author_id`.',
  removed: 'Whether removed posts are listed too; asked without a key they never are.',
  render_shortcodes: 'Whether to answer `body_html` too: the body with its shortcodes expanded.',
  provider_id: 'Where posts come from; 20 is this API, which `provider_post_id` goes by without it.',
  provider_post_id: 'The id that a post has at its provider.',
  order: 'The order of the list.',
  sections: 'Posts in any of these sections: ids or titles, 0 is Home.',
  exclude_sections: 'Posts in none of these sections: ids or titles.',
  all_sections: 'Posts in each of these sections: ids or titles.',
  tags: 'What has any of these tags.',
  exclude_tags: 'Posts with none of these tags.',
  tag: 'The tag.',
  type: 'Of posts, their type; of assets, whose they are: the newsroom’s (`admin`) or the community’s.',
  phrase:
    'Words, and phrases in quotation marks, all of which must be in the headline, subheadline, body, tags or author names.',
  start_ts: '`created_ts` at or after this time, Unix seconds.',
  end_ts: '`created_ts` at or before this time, Unix seconds.',
  days: '`created_ts` within so many days before now.',
  exclude_private: 'Whether posts whose sections are all private are left out.',
  section_name: 'The section’s `url`; its title or id is taken too.',
  basename: 'The post’s basename.',
  period: 'How many hours back views are counted.',
  file_type: 'Images or files.',
  in_trash:
    'Whether the assets in the trash are listed in place of the others; of administrators’ keys only.',
  user_id: 'Who made the assets: an author’s id.',
  date_added: 'The UTC day on which the assets were made.',
  search:
    'Words, and phrases in quotation marks, in the assets’ title, alternative text, file name, credit or source.',
  file_id: 'The id of the image or document.',
  sort_by: 'Newest first, or best match first; `score` counts only with `search`.',
  thumbnail_sizes: 'The sizes to answer in `thumbnails`: `origin`, `300x`, `600x400` …, or a bare width.',
  bulk: 'Whether the body is a list of items, each of which is done on its own.',
  url: 'The address of the page.',
};

/** @throws Error for a name that nothing is said of */
export function parameterWords(name: string): string {
  const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (words === undefined)
    throw new Error(`infra/pages/reference/words/parameters.ts says nothing of ${name}`);
  return words;
}
