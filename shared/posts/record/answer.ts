import * as v from 'valibot';
import { ShownImage } from '../../library/images/shown.ts';
import { Badge } from '../../taxonomy/badges/present.ts';
import { answeredFields } from './fields.ts';
import { ShownListicle } from './listicle.ts';
import { PostStatus } from './record.ts';

const BylineAuthor = v.object({
  id: v.number(),
  name: v.string(),
  title: v.string(),
  avatar: v.string(),
  avatar_small: v.string(),
  profile_href: v.string(),
  about_html: v.string(),
});

/**
 * The answer for a post or draft. `body` and `listicle` are absent from lists that did not select them; `body_html` is present with
 * `render_shortcodes`, `head_html` with `render=head`.
 */
export const PostAnswer = v.object({
  id: v.number(),
  status: PostStatus,
  headline: v.string(),
  ...answeredFields,
  body: v.optional(v.string()),
  body_html: v.optional(v.string()),
  head_html: v.optional(v.string()),
  listicle: v.optional(ShownListicle),
  basename: v.string(),
  post_url: v.string(),
  draft_url: v.optional(v.string()),
  slug: v.string(),
  description: v.string(),
  public_tags: v.array(v.string()),
  sections: v.array(v.number()),
  auto_sections: v.array(v.number()),
  primary_section: v.nullable(v.number()),
  is_private: v.boolean(),
  badges_details: v.array(Badge),
  image: v.nullable(v.string()),
  ...ShownImage.entries,
  roar_author_ids: v.array(v.number()),
  roar_authors: v.array(BylineAuthor),
  author_id: v.nullable(v.number()),
  author_name: v.string(),
  author_title: v.string(),
  created_ts: v.number(),
  updated_ts: v.number(),
  inserted_ts: v.number(),
  last_published_ts: v.nullable(v.number()),
  scheduled_at: v.nullable(v.number()),
  formated_full_created_ts: v.string(),
  inserted_date: v.string(),
  provider_id: v.number(),
  provider_post_id: v.nullable(v.string()),
  words_count: v.number(),
  time_to_read: v.object({ in_seconds: v.number() }),
  /** `period_page_views`: views in the requested period, only in the list of the most viewed posts. */
  stats: v.object({ page_views_count: v.number(), period_page_views: v.optional(v.number()) }),
  likes: v.object({ count: v.number() }),
});
export type PostAnswer = v.InferOutput<typeof PostAnswer>;

/** In lists, `include_fields` and `exclude_fields` select the fields. */
export const PostAnswers = v.array(v.partial(PostAnswer));
