import type { Words } from './words.ts';

const section: Words = {
  title: 'The title of the section, as readers see it.',
  meta_title: 'The title for search engines; the title when it is empty.',
  url: 'The slug, or a path of up to four.',
  status: '1 private, 2 public, 3 unlisted.',
  tags: 'Posts with any of them belong to the section.',
  about_html: 'A text about the section, as HTML.',
  header_image_id: 'The id of the header image. Takes precedence over `url_header_image`.',
  url_header_image: 'The address of a header image on another host.',
  order: 'The position in lists; smaller ones come first.',
  extras: 'Free-form data of your own about the section.',
  page_settings: 'How pages and editors treat the section.',
};

const sent: Words = { ...section, parent_id: 'The id of the parent section; 0 is none.' };

const answered: Words = {
  ...sent,
  site_id: 'The id of the site, the same everywhere.',
  full_url: 'The path: the `full_url` of the parent section and `url`, such as `news/town-hall`.',
  domain: 'The host of the site.',
  header_image: 'What a page needs to show the image of `header_image_id`, with `safe=1`.',
  'header_image.image_info': 'The image’s addresses by size: widths of the whole picture, and crops of 3:1.',
  'header_image.image_dimensions': 'Width and height in pixels of these sizes.',
  'header_image.image_dimensions.width': 'The width of the size in pixels.',
  'header_image.image_dimensions.height': 'The height of the size in pixels.',
  'header_image.image_alt': 'The image’s description for readers who do not see it.',
  type: '2 for a section, 3 for a tag.',
  reassignment: 'The progress of re-assigning posts after an edit.',
  'reassignment.state': 'Whether the work is still going on.',
  'reassignment.done': 'The number of posts that have been looked at.',
  'reassignment.total': 'The number of posts to look at.',
};

const tag: Words = {
  ...section,
  title: 'The title of the tag, as readers see it.',
  url: 'The slug of the tag, which is unique.',
  tags: 'The tags that this record is about.',
};

const badge: Words = {
  name: 'The name of the badge, shown on teasers.',
  image: 'The address of the badge’s image.',
  image_id: 'The id of the badge’s image.',
  tags: 'Tags for your own use.',
  category: '0 for a normal badge, 1 for a sponsored one.',
  description: 'A short text about the badge.',
  link: 'Where the badge leads; "" for none.',
};

/** Descriptions for the named schemas, by their names. */
export const TAXONOMY: Readonly<Record<string, Words>> = {
  Section: answered,
  SectionFields: answered,
  SectionCreate: sent,
  SectionEdit: sent,
  TagCreate: tag,
  TagEdit: tag,
  PageSettings: {},
  Badge: badge,
  BadgeCreate: badge,
  BadgeEdit: badge,
  Like: { created_ts: 'When the author began to like the post.', author: 'The author who likes the post.' },
};

/** Descriptions for all schemas: the settings of sections’ pages. */
export const PAGE_SETTINGS: Words = {
  open_in_new_tab: 'Whether links to the section open a new tab.',
  allow_community_posts: 'Whether readers may send posts to it.',
  hide_from_entry_editor: 'Whether editors’ tools leave the section out.',
  lock_posts_after_publishing: 'Whether editors’ tools refuse edits of its published posts.',
};
