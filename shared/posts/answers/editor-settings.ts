import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import { MAX_DOCUMENT_BYTES, MAX_FILE_BYTES, MAX_IMAGE_BYTES } from '../../platform/values/file-bytes.ts';
import { MAX_BODY_BYTES, MAX_LISTICLE_BYTES } from '../record/content.ts';
import { MAX_TAGS } from '../record/fields.ts';

/** The site's settings that an editor needs. Settings of its operators, such as roles and secrets, aren't among them. */
export const EditorSettings = v.object({
  id: v.number(),
  title: v.string(),
  base_url: v.string(),
  time_zone: v.string(),
  language: v.string(),
  permalink: v.string(),
  slugs: v.picklist(['unicode', 'ascii']),
  post_types: v.array(v.string()),
  drafts: v.picklist(['shared', 'own']),
  document_types: v.array(v.string()),
  image_ratios: v.array(v.object({ code: v.string(), title: v.string(), sizes: v.array(v.string()) })),
  features: v.object({ tags_api: v.boolean(), page_list: v.boolean(), partner_news: v.boolean() }),
  limits: v.object({
    body_bytes: v.number(),
    listicle_bytes: v.number(),
    tags: v.number(),
    file_bytes: v.number(),
    image_upload_bytes: v.number(),
    document_upload_bytes: v.number(),
    removed_retention_days: v.number(),
    requests_per_minute: v.nullable(v.number()),
  }),
});
type EditorSettings = v.InferOutput<typeof EditorSettings>;

export function presentSettings(): EditorSettings {
  const { siteId, siteTitle, baseUrl, timeZone, language, permalink, slugs, features, limits } = site();
  return {
    id: siteId,
    title: siteTitle,
    base_url: baseUrl,
    time_zone: timeZone,
    language,
    permalink,
    slugs,
    post_types: site().postTypes,
    drafts: site().drafts,
    document_types: site().documentTypes,
    image_ratios: site().imageRatios,
    features: {
      tags_api: features.tagsApi,
      page_list: features.pageList,
      partner_news: features.partnerNews,
    },
    limits: {
      body_bytes: MAX_BODY_BYTES,
      listicle_bytes: MAX_LISTICLE_BYTES,
      tags: MAX_TAGS,
      file_bytes: MAX_FILE_BYTES,
      image_upload_bytes: MAX_IMAGE_BYTES,
      document_upload_bytes: MAX_DOCUMENT_BYTES,
      removed_retention_days: limits.removedRetentionDays,
      requests_per_minute: limits.requestsPerMinute ?? null,
    },
  };
}
