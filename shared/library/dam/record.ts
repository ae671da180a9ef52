import * as v from 'valibot';
import { cleanLine } from '../../platform/values/clean.ts';
import { StoredObject } from '../../platform/values/stored-text.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { distinctTags, isAdminTag } from '../../platform/text/tag.ts';

/** The index is the stored value: 0 = image, 1 = file. */
export const FILE_TYPES = ['image', 'file'] as const;
export type FileType = 0 | 1;

const maybeText = v.optional(v.nullable(v.string()), null);

export const AssetRecord = v.object({
  id: v.number(),
  file_type: v.picklist([0, 1]),
  file_id: v.number(),
  /** Newsroom or community, from the creator's role at the time of creation. */
  origin: v.picklist(['admin', 'community']),
  in_trash: v.optional(v.boolean(), false),
  image_title: maybeText,
  filename: maybeText,
  alt_text: maybeText,
  credit: maybeText,
  source_info: maybeText,
  tags: v.optional(v.array(v.string()), []),
  site_specific_data: v.optional(v.nullable(StoredObject), null),
  shortcode_id: v.string(),
  user_id: v.number(),
  /** In seconds, with a fraction: the time in the id, so that ordering by id is ordering by time. */
  created_ts: v.number(),
  updated_ts: v.number(),
});
export type AssetRecord = v.InferOutput<typeof AssetRecord>;

/**
 * An asset with cleaned texts, to show it. The record itself is read as it is: its list entries, of which the exact `total` is counted,
 * are made of its texts and can be deleted only with the same texts.
 */
export function cleanAsset(asset: AssetRecord): AssetRecord {
  const clean = (text: string | null): string | null => text && cleanLine(text);
  return {
    ...asset,
    image_title: clean(asset.image_title),
    filename: clean(asset.filename),
    alt_text: clean(asset.alt_text),
    credit: clean(asset.credit),
    source_info: clean(asset.source_info),
    tags: asset.tags.map(cleanLine),
  };
}

/** Roles whose assets belong to the community; all others, including the site's own roles, are the newsroom's. */
const COMMUNITY_ROLES: ReadonlySet<string> = new Set(['Community User', 'Reader']);

export function chooseOrigin(role: string): AssetRecord['origin'] {
  return COMMUNITY_ROLES.has(role) ? 'community' : 'admin';
}

function isShared(tag: string): boolean {
  return !isAdminTag(tag);
}

export function tagsShownTo({ admin }: Caller, tags: readonly string[]): string[] {
  return admin ? [...tags] : tags.filter(isShared);
}

/** The tags after an edit. A caller without the administrator role neither adds nor removes administrators' tags. */
export function tagsSentBy(
  { admin }: Caller,
  sent: readonly string[],
  current: readonly string[] = [],
): string[] {
  if (admin) return distinctTags(sent);
  return [...distinctTags(sent.filter(isShared)), ...current.filter(isAdminTag)];
}
