import * as v from 'valibot';
import { storedData, storedLine, StoredObject, storedText } from '../../platform/values/stored-text.ts';
import { entity } from '../../platform/store/records/entity.ts';

export const AuthorStatus = v.picklist(
  ['active', 'inactive', 'banned'],
  'must be active, inactive or banned',
);

/** Fields with a default are those that clients may set and clear. */
export const AuthorRecord = v.object({
  id: v.number(),
  name: v.string(),
  first_name: v.optional(storedLine, ''),
  last_name: v.optional(storedLine, ''),
  email: v.optional(v.nullable(v.string()), null),
  about_html: v.optional(storedText, ''),
  image_id: v.optional(v.nullable(v.number()), null),
  fb_id: v.optional(v.nullable(v.string()), null),
  specific_data: v.optional(storedData(StoredObject), {}),
  role: v.optional(v.string(), 'Guest Editor'),
  status: v.optional(AuthorStatus, 'active'),
  created_ts: v.number(),
  /** How often the author may have lost rights; 0 when absent. What the author shared under an earlier number has ended for good. */
  rights_losses: v.optional(v.number()),
  /** How often the password was changed; 0 when absent. Sessions that began under an earlier number have ended. */
  password_changes: v.optional(v.number()),
});
export type AuthorRecord = v.InferOutput<typeof AuthorRecord>;

export const AUTHORS_TIMELINE = 'authors';
/** The authors whose photo is the image. */
export function photoTimeline(image: number) {
  return `image-authors#${image}` as const;
}

/** All authors, and those whose photo is an image. entries.ts adds the lists by the beginnings of names. */
export const AUTHOR_LISTS = {
  [AUTHORS_TIMELINE]: ({ created_ts: ts }: AuthorRecord) => [{ ts }],
  'image-authors#*': ({ image_id, created_ts: ts }: AuthorRecord) =>
    image_id === null ? [] : [{ timeline: photoTimeline(image_id), ts }],
};

/**
 * The password hash is an item of its own, which no other read contains. Of two simultaneous creates with one email or name, one commits;
 * the other gets 409, or tries the next generated name. Of two simultaneous edits, one fails on the version, reads again and applies its
 * fields again.
 */
export const Authors = entity({
  name: 'author',
  record: AuthorRecord,
  pk: 'AUTHOR#*',
  sk: 'record',
  otherSortKeys: ['password'],
  lists: AUTHOR_LISTS,
  unique: {
    author_name: { taken: 'name', toValue: ({ name }) => name },
    // Any number of authors may have an empty email.
    email: { taken: 'email', toValue: ({ email }) => (email === '' ? null : email), isText: true },
  },
  cache: { maxRecords: 2000 },
  feedState: () => null,
});

export function displayName({
  first_name,
  last_name,
  name,
}: Pick<AuthorRecord, 'first_name' | 'last_name' | 'name'>): string {
  return `${first_name} ${last_name}`.trim() || name;
}
