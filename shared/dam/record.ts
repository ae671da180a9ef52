import * as v from 'valibot';
import type { Key } from '../store/table.ts';

/** "0 = image, 1 = file" */
export const FILE_TYPES = ['image', 'file'] as const;
export type FileType = 0 | 1;

/** Not v.record, which drops members named `constructor` or `__proto__`: what was sent comes back as sent. */
const StoredObject = v.custom<Record<string, unknown>>(value => typeof value === 'object' && value !== null);

/**
 * An asset of the catalogue: what is said of an image or a document, which live on their own. Access patterns and keys:
 *   by id                       ASSET#<id> / record
 *   by file                     UNIQUE#asset#<file_type>#<file_id>: at most one asset a file
 *   by shortcode                SHORTCODE#<shortcode_id> / owner (media/shortcode-owner.ts)
 *   lists, newest first         the timelines of timelines.ts, by (second of created_ts, id)
 *   what it is searched by      timelines too, each entry with the weight of its word in the asset
 *
 * A write is one transaction: the record under its version, the claims of its file and shortcode, and every entry that changes, so that a list or
 * search right after it shows it. Entries beyond a hundred actions follow as store/overflow.ts says, before the write is answered.
 *   Two simultaneous creates of one file: one claim commits, the other finds it and is refused (400 already_exists).
 *   Two simultaneous edits, or an edit and a deletion: the version lets one through, the other starts again from what is there.
 *   A crash before the commit leaves nothing; one after it at most an overflow, which the outbox makes good.
 *   A deletion takes record, claims and entries; the file stays, and may become an asset again.
 */
export const AssetRecord = v.object({
  id: v.number(),
  file_type: v.picklist([0, 1]),
  file_id: v.number(),
  /** Of whom it is, by the creator's role when it was made. */
  origin: v.picklist(['admin', 'community']),
  in_trash: v.boolean(),
  image_title: v.nullable(v.string()),
  filename: v.nullable(v.string()),
  alt_text: v.nullable(v.string()),
  credit: v.nullable(v.string()),
  source_info: v.nullable(v.string()),
  tags: v.array(v.string()),
  site_specific_data: v.nullable(StoredObject),
  shortcode_id: v.string(),
  user_id: v.number(),
  /** In seconds, with a fraction: the time that the id says, so that lists by id are in this order. */
  created_ts: v.number(),
  updated_ts: v.number(),
});
export type AssetRecord = v.InferOutput<typeof AssetRecord>;

export function assetKey(id: number): Key {
  return { pk: `ASSET#${id}`, sk: 'record' };
}

/** The kind of unique value that a file is, and its value. */
export const FILE_CLAIM = 'asset';
export function fileClaim(fileType: FileType, fileId: number): string {
  return `${fileType}#${fileId}`;
}

/** Whose assets are the community's; a site's own roles are the newsroom's. */
const COMMUNITY_ROLES: ReadonlySet<string> = new Set(['Community User', 'Reader']);

export function originOf(role: string): AssetRecord['origin'] {
  return COMMUNITY_ROLES.has(role) ? 'community' : 'admin';
}
