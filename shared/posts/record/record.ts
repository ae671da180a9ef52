import * as v from 'valibot';
import { storedLine, storedText } from '../../platform/values/stored-text.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { storedFields } from './fields.ts';

export const PostStatus = v.picklist(['draft', 'scheduled', 'published', 'removed']);
export type PostStatus = v.InferOutput<typeof PostStatus>;

const numbers = v.array(v.number());
const maybeId = v.nullable(v.number());

export const CHANGES = [
  'create',
  'edit',
  'publish',
  'unpublish',
  'schedule',
  'remove',
  'restore',
  'import',
] as const;

/** How a version came to be, which its revision keeps (posts/revisions/record.ts). A job that follows from another change has no author. */
const Made = v.object({
  /** The version: an earlier release that makes the next one, during an upgrade, leaves this as it is (readMade). */
  version: v.number(),
  action: v.picklist(CHANGES),
  author_id: maybeId,
  key_id: maybeId,
  ts: v.number(),
  /** The fields that differ from the version before, as answers name them. */
  fields: v.array(v.string()),
  /** The words of the body. */
  words_added: v.number(),
  words_removed: v.number(),
  /**
   * Of an autosave: the first version of its series, and when the series ends at the latest, in Unix seconds (publishing/series.ts). All
   * else then describes the series up to this version.
   */
  series: v.optional(v.object({ since: v.number(), until: v.number() })),
});
export type Made = v.InferOutput<typeof Made>;

export type ChangedWords = Pick<Made, 'words_added' | 'words_removed'>;
export const NO_WORDS: ChangedWords = { words_added: 0, words_removed: 0 };

/**
 * The stored form of a post of any status. Body and listicle are in the content item (content.ts).
 *
 * Access patterns and keys:
 *   by id                POST#<id> / record, content, likes, views: one Query
 *   lists                timelines, see timelines.ts
 *   unique values        UNIQUE#basename#<slug>, UNIQUE#provider#<provider>#<post id>: held while the post is not removed
 * Every write is one transaction under the condition of the record's version: of two simultaneous writers one reads again and applies
 * its fields again. A crash before the commit leaves at most an unused content object, a crash after it leaves the whole write.
 */
export const PostRecord = v.object({
  id: v.number(),
  status: PostStatus,
  headline: storedLine,
  basename: v.string(),
  /** Sections that a person named; tags do not change them. */
  explicit_sections: numbers,
  /** Sections that share a tag with the post; they may overlap with the explicit ones. */
  auto_sections: numbers,
  primary_section: maybeId,
  /** The `rev` of the sections that these were last computed from (posts/publishing/membership.ts); stored under an older name. */
  judged_rev: v.number(),
  roar_author_ids: numbers,
  created_by: v.number(),
  provider_id: v.number(),
  provider_post_id: v.nullable(v.string()),
  created_ts: v.number(),
  /** True when created_ts was given or set by a publication: publishing keeps it. */
  dated: v.boolean(),
  updated_ts: v.number(),
  inserted_ts: v.number(),
  /** created_ts is reset to it when a given date is cleared. */
  first_published_ts: maybeId,
  last_published_ts: maybeId,
  scheduled_at: maybeId,
  scheduled_by: maybeId,
  removed_ts: maybeId,
  /** The version with which the post last became a draft again; absent when it has been one from its creation. Previews depend on it. */
  draft_since: v.optional(v.number()),
  /** The version that was last written while it was scheduled, or that unscheduled it. Previews depend on it. */
  unscheduled_since: v.optional(v.number()),
  /** By the ids of those present authors who were added by an edit: its version. Previews depend on it. */
  authors_since: v.optional(v.record(v.string(), v.number())),
  /** The version that last wrote the content; the content item has the same, and another one reveals a torn read. */
  content_version: v.number(),
  /**
   * `<content_version> <SHA-256>` of the content's JSON; absent for a content that an earlier version of the service wrote (contentName).
   */
  content_hash: v.optional(v.string()),
  /** Absent where an earlier version of the service made the version. */
  made: v.optional(Made),
  /** The version that last wrote the body, where it is older than the content's: a listicle was written since (posts/publishing/edit-marks.ts). */
  body_version: v.optional(v.number()),
  /** The author who last wrote the body; absent where an earlier version of the service did. */
  body_by: v.optional(v.number()),
  /** The author who last changed the post in any way, and when; absent like `body_by`. */
  edited_by: v.optional(v.number()),
  edited_ts: v.optional(v.number()),
  /** The content_version whose content is its own safe form, and under which rules; absent otherwise (posts/rendering/safe-post.ts). */
  safe_content: v.optional(v.string()),
  /** The path under which anyone may read it, null when no one may; absent where an earlier version of the service wrote it. */
  public_path: v.optional(v.nullable(v.string())),
  description: storedText,
  words_count: v.number(),
  ...storedFields,
});
export type PostRecord = v.InferOutput<typeof PostRecord>;

const POST = 'POST#<post>';
export const postKey = itemKey(POST, 'record', 'post');
export const contentKey = itemKey(POST, 'content', 'body and listicle of a post');
export const likesKey = itemKey(POST, 'likes', 'number of likes of a post');
export const viewsKey = itemKey(POST, 'views', 'number of page views of a post');
export const POSTS = postKey.partitions;

/** The version that last wrote the body: the one from which an editor's change of it begins. */
export function readBodyVersion({ body_version, content_version }: PostRecord): number {
  return body_version ?? content_version;
}

/** How a version came to be, if a release made it that notes this. */
export function readMade({ value: { made }, version }: Versioned<PostRecord>): Made | undefined {
  return made?.version === version ? made : undefined;
}

/** Equal contents of a post have one name: the SHA-256 of its JSON, or the version that wrote it where an earlier version of the service did. */
export function contentName({ content_hash = '', content_version }: PostRecord): string {
  const [version, hash = ''] = content_hash.split(' ');
  return Number(version) === content_version && hash !== '' ? hash : String(content_version);
}

/** The provider of posts that are created through this API. */
export const API_PROVIDER = 20;

/** The sections of a post: the explicit ones in their order, then the automatic ones. */
export function listPostSections(post: Pick<PostRecord, 'explicit_sections' | 'auto_sections'>): number[] {
  return [...new Set([...post.explicit_sections, ...post.auto_sections])];
}

/** Without a type, a post with an image is an `image`, one with a video a `video`, any other a `page`. */
export function deriveType({ type, image_id, image_external, video }: PostRecord): string {
  if (type !== null) return type;
  if (image_id !== null || image_external !== '') return 'image';
  return video === '' ? 'page' : 'video';
}
