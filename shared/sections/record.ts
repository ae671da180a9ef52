import * as v from 'valibot';
import { defaultsOf } from '../core/complete.ts';
import { storedData, storedLine, storedText } from '../core/stored-text.ts';
import type { Key } from '../store/table.ts';

/**
 * Sections and tags share one record shape and one way of being stored. Access patterns and keys:
 *   all of a kind          SECTIONS / <id>, TAGS / <id>       (one Query; some hundred at most)
 *   by id                  the same, one GetItem
 *   by url                 UNIQUE#section_url#<folded url>    (claimed in the record's transaction)
 *   head                   SECTIONS / !head                   {rev, next_order, fingerprint}: every write of a kind raises `rev`
 *                                                             under the condition that it is the one read, so writes of a
 *                                                             kind are serial; version-guard.ts explains the fingerprint
 *   a deleted section      SECTIONS / <id> {deleted, …}       kept as long as a removed post may still name it
 *   re-assignment          SECTIONS / <id>#reassignment#<id>  its progress, see progress.ts
 *   waiting writers        SECTIONS#writers / <id>            simultaneous writers take turns (store/turns.ts), and so do
 *                          SECTIONS#reassignments / <id>      the jobs that follow, where they meet (publishing/reassign.ts)
 * After its commit a write of a section raises the 32 items of the version guard (version-guard.ts).
 */
export interface Kind {
  name: 'section' | 'tag';
  partition: 'SECTIONS' | 'TAGS';
  type: 2 | 3;
}

export const SECTION: Kind = { name: 'section', partition: 'SECTIONS', type: 2 };
export const TAG: Kind = { name: 'tag', partition: 'TAGS', type: 3 };

export const HOME_ID = 0;
export const HOME_TITLE = 'Home';

export const STATUS = { private: 1, public: 2, unlisted: 3 } as const;

const SETTINGS = [
  'open_in_new_tab',
  'allow_community_posts',
  'hide_from_entry_editor',
  'lock_posts_after_publishing',
] as const;
export const PageSettings = v.object(v.entriesFromList(SETTINGS, v.boolean()));
const StoredSettings = v.object(v.entriesFromList(SETTINGS, v.optional(v.boolean(), false)));
export type PageSettings = v.InferOutput<typeof PageSettings>;

export const SectionRecord = v.object({
  id: v.number(),
  title: storedLine,
  url: v.string(),
  status: v.optional(v.picklist([1, 2, 3]), STATUS.private),
  meta_title: v.optional(v.nullable(storedLine), null),
  page_settings: StoredSettings,
  about_html: v.optional(storedText, ''),
  tags: v.optional(v.array(storedLine), []),
  url_header_image: v.optional(storedLine, ''),
  header_image_id: v.optional(v.nullable(v.number()), null),
  created_ts: v.number(),
  order: v.optional(v.number(), 0),
  parent_id: v.optional(v.number(), HOME_ID),
  extras: v.optional(storedData(v.record(v.string(), v.unknown())), {}),
});
export type SectionRecord = v.InferOutput<typeof SectionRecord>;

/** Fields that are optional when a section is created; null sets them back to these. */
export const DEFAULTS = defaultsOf(SectionRecord);
export type Editable = typeof DEFAULTS;

export const NO_SETTINGS = defaultsOf(StoredSettings);

/** The front page: it always exists and is not stored. */
export const HOME: SectionRecord = {
  ...DEFAULTS,
  id: HOME_ID,
  title: HOME_TITLE,
  url: '',
  status: STATUS.public,
  page_settings: NO_SETTINGS,
  created_ts: 0,
};

/** Replaces the record of a deleted section. */
export const Tombstone = v.object({
  deleted: v.literal(true),
  id: v.number(),
  /** The section that has its posts now; null: none. */
  moved_to: v.nullable(v.number()),
  /** Its tags and the rev of its deletion say which posts were in it, see publishing/membership.ts. */
  tags: v.array(v.string()),
  rev: v.number(),
});
export type Tombstone = v.InferOutput<typeof Tombstone>;

export const Head = v.object({ rev: v.number(), next_order: v.number(), fingerprint: v.string() });
export type Head = v.InferOutput<typeof Head>;

export function sectionKey(kind: Kind, id: number): Key {
  return {
    pk: kind.partition,
    sk: String(id).padStart(16, '0'),
  };
}

/** The partition of the queue of a kind's writers. */
export function writersQueue({ partition }: Kind): string {
  return `${partition}#writers`;
}

/** The kind of unique value that a url is claimed as. */
export function urlClaim(kind: Kind): string {
  return `${kind.name}_url`;
}

export function headKey(kind: Kind): Key {
  return { pk: kind.partition, sk: '!head' };
}

/** The partition of a section's editorial order (shared/order/record.ts). It is here because deleting a section deletes its order. */
export function orderPartition(sectionId: number): string {
  return `ORDER#${sectionId}`;
}

/** Sorts before the marks, which are put first: a Query that returns a new order returns its marks too. */
export function orderKey(sectionId: number): Key {
  return { pk: orderPartition(sectionId), sk: '!record' };
}

/** The key of the mark that a post has while it is in a section's order (shared/order/record.ts). */
export function markKey(sectionId: number, postId: number): Key {
  return {
    pk: orderPartition(sectionId),
    sk: `post#${String(postId).padStart(16, '0')}`,
  };
}
