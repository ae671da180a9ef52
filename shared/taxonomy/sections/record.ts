import * as v from 'valibot';
import { getDefaults } from '../../platform/core/complete.ts';
import { storedData, storedLine, storedText } from '../../platform/values/stored-text.ts';
import { entity, type AnyEntity } from '../../platform/store/records/entity.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import type { Key } from '../../platform/store/table.ts';

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

const url = { taken: 'url', toValue: (record: SectionRecord) => record.url, isText: true } as const;

/**
 * Sections and tags share one record shape and one way of being stored. All of a kind, some hundred at most, are read by one Query. In the
 * same partition are
 *   !head                   {rev, next_order, fingerprint}: every write of a kind raises `rev` under the condition that it is the one read, so
 *                           writes of a kind are serial; version-guard.ts explains the fingerprint
 *   <id> {deleted, …}       a deleted section, as long as a removed post may still name it
 *   <id>#reassignment#<id>  the progress of a re-assignment, see progress.ts
 * and in SECTIONS#writers / <id> simultaneous writers take turns (platform/store/turns.ts), as do in SECTIONS#reassignments / <id> the jobs that
 * follow, where they meet (posts/publishing/jobs/reassign.ts). After its commit a write of a section raises the 32 items of the version guard
 * (version-guard.ts).
 */
export const SECTION = entity({
  name: 'section',
  record: SectionRecord,
  pk: 'SECTIONS',
  sk: '*',
  unique: { section_url: url },
});
export const TAG = entity({
  name: 'tag',
  record: SectionRecord,
  pk: 'TAGS',
  sk: '*',
  unique: { tag_url: url },
});
export type Kind = AnyEntity<SectionRecord>;

/** Fields that are optional when a section is created; null sets them back to these. */
export const DEFAULTS = getDefaults(SectionRecord);
export type Editable = typeof DEFAULTS;

export const NO_SETTINGS = getDefaults(StoredSettings);

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
  /** Its tags and the rev of its deletion say which posts were in it, see posts/publishing/membership.ts. */
  tags: v.array(v.string()),
  rev: v.number(),
});
export type Tombstone = v.InferOutput<typeof Tombstone>;

export const Head = v.object({ rev: v.number(), next_order: v.number(), fingerprint: v.string() });
export type Head = v.InferOutput<typeof Head>;

/** The keys of waiting writers of a kind, and of waiting jobs (platform/store/turns.ts). */
export const waitingKey = itemKey(
  '<SECTIONS|TAGS>#<writers|reassignments>',
  '<id>',
  'waiting writer or job',
  60,
);

/** The partition of the queue of a kind's writers. */
export function writersQueue({ declared }: Kind): string {
  return waitingKey.partition(declared.pk, 'writers');
}

export const headsKey = itemKey('<SECTIONS|TAGS>', '!head', 'head of the sections, of the tags');

export function headKey({ declared }: Kind): Key {
  return headsKey(declared.pk);
}

/**
 * The key of a section's editorial order (shared/posts/order/record.ts), which sorts before the marks, which are put first: a Query that returns
 * a new order returns its marks too. It is here because deleting a section deletes its order.
 */
export const orderKey = itemKey('ORDER#<section>', '!record', 'editorial order of a section');
/** The key of the mark that a post has while it is in a section's order. */
export const markKey = itemKey('ORDER#<section>', 'post#<post>', 'mark of a post in an editorial order');
