import * as v from 'valibot';
import { Badge } from '../badges/present.ts';
import { Listicle } from './listicle.ts';
import { PostRecord, PostStatus } from './record.ts';

const { entries } = PostRecord;

const BylineAuthor = v.object({
  id: v.number(),
  name: v.string(),
  title: v.string(),
  avatar: v.string(),
  profile_href: v.string(),
  about_html: v.string(),
});

/**
 * The answer for a post or draft. `body` and `listicle` are absent from lists that did not select them; `body_html` is present with
 * `render_shortcodes`.
 */
export const PostAnswer = v.object({
  id: v.number(),
  status: PostStatus,
  headline: v.string(),
  body: v.optional(v.string()),
  body_html: v.optional(v.string()),
  listicle: v.optional(Listicle),
  manual_basename: v.string(),
  basename: v.string(),
  post_url: v.string(),
  draft_url: v.optional(v.string()),
  slug: v.string(),
  subheadline: v.string(),
  description: v.string(),
  type: v.string(),
  tags: v.array(v.string()),
  public_tags: v.array(v.string()),
  primary_tag: v.string(),
  sections: v.array(v.number()),
  auto_sections: v.array(v.number()),
  primary_section: v.nullable(v.number()),
  is_private: v.boolean(),
  badges: v.array(v.number()),
  badges_details: v.array(Badge),
  page_title: v.string(),
  meta_description: v.string(),
  og_title: v.string(),
  og_description: v.string(),
  image: v.nullable(v.string()),
  image_info: v.record(v.string(), v.string()),
  image_id: v.nullable(v.number()),
  image_external: v.string(),
  photo_credit: v.string(),
  photo_caption: v.string(),
  manual_image_crops: entries.manual_image_crops,
  image_size: v.string(),
  teaser_image_id: v.nullable(v.number()),
  teaser_photo_credit: v.string(),
  teaser_photo_caption: v.string(),
  teaser_manual_image_crops: entries.teaser_manual_image_crops,
  teaser_image_size: v.string(),
  social_teaser_image_id: v.nullable(v.number()),
  social_teaser_photo_credit: v.string(),
  social_teaser_photo_caption: v.string(),
  social_teaser_manual_image_crops: entries.social_teaser_manual_image_crops,
  media: v.string(),
  video: v.string(),
  product: entries.product,
  layout_name: v.string(),
  ee_layout_name: v.string(),
  roar_author_ids: v.array(v.number()),
  roar_authors: v.array(BylineAuthor),
  author_id: v.nullable(v.number()),
  author_name: v.string(),
  author_title: v.string(),
  roar_specific_data: entries.roar_specific_data,
  page_list: entries.page_list,
  created_ts: v.number(),
  updated_ts: v.number(),
  inserted_ts: v.number(),
  last_published_ts: v.nullable(v.number()),
  scheduled_at: v.nullable(v.number()),
  embargo_ts: v.nullable(v.number()),
  formated_full_created_ts: v.string(),
  inserted_date: v.string(),
  partnernews_article: v.boolean(),
  provider_id: v.number(),
  provider_post_id: v.nullable(v.string()),
  source_url: v.string(),
  words_count: v.number(),
  time_to_read: v.object({ in_seconds: v.number() }),
  /** `period_page_views`: views in the requested period, only in the list of the most viewed posts. */
  stats: v.object({ page_views_count: v.number(), period_page_views: v.optional(v.number()) }),
  likes: v.object({ count: v.number() }),
});
export type PostAnswer = v.InferOutput<typeof PostAnswer>;

/** In lists, `include_fields` and `exclude_fields` select the fields. */
export const PostAnswers = v.array(v.partial(PostAnswer));
