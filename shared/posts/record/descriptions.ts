import type { PostAnswer } from './answer.ts';
import type { PostInput } from './input.ts';

/** What the fields of a post mean, for the reference: in a file of its own, so that no function carries the texts. */

type SentField = keyof PostInput;
type AnsweredField = Exclude<keyof PostAnswer, SentField>;

/** Fields that clients send; most are answered too. */
export const SENT_FIELDS: Readonly<Record<SentField, string>> = {
  headline: 'The headline of the post, as plain text.',
  body: 'HTML, stored and answered as it was sent, scripts included, without characters that XML forbids. To show it on a page, use `body_html` with `safe=1`.',
  listicle:
    'A list of items within the post; `{}` for none. It is shown where the body has `<listicle id="listicle-{post id}"></listicle>`.',
  manual_basename: 'The slug of the post’s URL, in any script; by default derived from the headline.',
  subheadline: 'Plain text below the headline.',
  type: 'The kind of post; by default `image` with a lead image, `video` with a video, otherwise `page`.',
  tags: 'Spaces around a tag are removed. Tags that begin with `*` or `~` are not public.',
  primary_tag: 'Added to `tags` if it is not one of them, and spelled as it is there.',
  sections: 'Ids, titles or slugs of sections; `Home` or 0 is the front page.',
  primary_section: 'The main one of the post’s sections.',
  badges: 'The ids of the post’s badges.',
  page_title: 'The title of the page; the headline when it is empty.',
  meta_description: 'The description for search engines; the subheadline when it is empty.',
  og_title: 'The headline for social media.',
  og_description: 'The description for social media.',
  image_id: 'The id of the lead image.',
  image_external: 'The URL of a lead image on another host.',
  photo_credit: 'The credit of the lead image.',
  photo_caption: 'The caption of the lead image.',
  manual_image_crops: 'The lead image’s crops by ratio code, in the format of an image.',
  image_size: 'The size of the lead image in pixels, as `<width>x<height>`.',
  teaser_image_id: 'The id of the image of teasers that link to the post.',
  teaser_photo_credit: 'The credit of the teaser image.',
  teaser_photo_caption: 'The caption of the teaser image.',
  teaser_manual_image_crops: 'The teaser image’s crops by ratio code.',
  teaser_image_size: 'The size of the teaser image in pixels, as `<width>x<height>`.',
  social_teaser_image_id: 'The id of the image for social media.',
  social_teaser_photo_credit: 'The credit of the image for social media.',
  social_teaser_photo_caption: 'The caption of the image for social media.',
  social_teaser_manual_image_crops: 'The crops of the image for social media, by ratio code.',
  media:
    'HTML or a shortcode to show at the top of the page. With `safe=1`, answers have it sanitized and with expanded shortcodes.',
  video: 'The URL of a video player, which pages show in an iframe.',
  product: 'The product that a review is about; null for none.',
  layout_name: 'The name of the page layout; its meaning is the site’s.',
  ee_layout_name: 'The name of the entry editor’s layout; its meaning is the site’s.',
  roar_author_ids: 'The ids of the authors; for a new post, or with an empty list, the key’s author.',
  roar_specific_data:
    'An object of your own data; `keep_reading_button_text` and `keep_reading_hide_word_count` are predefined. It is public: callers without a key get all of it with a public post.',
  page_list: 'Custom URLs, on sites with page lists; the first `web` path becomes the post’s URL.',
  partnernews_article: 'Whether the post is sent to the news partner.',
  source_url: 'The address of the original article.',
  created_ts: 'The date shown; by default that of the first publication.',
  updated_ts: 'The time of the last edit, or the time that the client sent.',
  embargo_ts: 'For clients only: the service does nothing at this time.',
  provider_post_id: 'The post’s id in the system that it comes from. No other post may have it.',
};

/** Fields that are only answered. */
export const ANSWERED_FIELDS: Readonly<Record<AnsweredField, string>> = {
  id: 'Newer posts have larger ids.',
  status: 'Lists answer removed posts only with the filter `removed`.',
  basename: 'The slug of the post’s URL, decoded, with the id appended if it was taken.',
  body_html:
    'The body with expanded shortcodes, with `render_shortcodes=1`; with `safe=1` also without scripts, handlers, styles and dangerous URLs.',
  head_html:
    'Tags for the `<head>` of the post’s page, on request: title, canonical URL, Open Graph, Twitter card and JSON-LD NewsArticle.',
  post_url: 'The post’s public URL.',
  draft_url: 'The URL of a draft’s preview; for a post only after it was unpublished.',
  slug: 'The path of `post_url`, decoded.',
  description: 'The beginning of the body as plain text, at most 200 characters.',
  public_tags: '`tags` without internal ones.',
  auto_sections: 'The ids of the sections that the post is in because it has one of their tags.',
  is_private: 'Whether all its sections are private.',
  badges_details: 'The post’s badges with all their fields.',
  image: 'The lead image’s URL.',
  image_info: 'The lead image in several sizes: widths of the whole picture (`980x`) and crops (`1200x800`).',
  image_dimensions:
    'Width and height in pixels of the sizes in `image_info`; those of a small image are less than the size’s name says.',
  image_alt: 'The lead image’s description for readers who do not see it.',
  roar_authors: 'The authors as bylines show them.',
  author_id: 'The first author’s id.',
  author_name: 'The first author’s `name`.',
  author_title: 'The first author’s displayed name.',
  inserted_ts: 'When the post was created.',
  last_published_ts: 'The time of the last publication; null before the first.',
  scheduled_at: 'The planned time of publication; null unless it is scheduled.',
  formated_full_created_ts: '`created_ts` in the site’s time zone, in words.',
  inserted_date: 'The day of creation as MM/DD/YYYY, in the site’s time zone.',
  provider_id: 'The id of the system that created the post; 20 is this API.',
  words_count: 'The number of words in the body.',
  time_to_read: 'How long reading the body takes, at 240 words a minute.',
  stats: 'The number of page views; in the list of the most viewed posts also those of its period.',
  likes: 'The number of authors who like the post.',
};

/** Fields that mean something else in an answer. */
export const ANSWERED_OTHERWISE: Readonly<Partial<Record<SentField, string>>> = {
  sections: 'The ids of all sections: first those that were sent, then `auto_sections`.',
  roar_author_ids: 'The ids of the authors.',
};
