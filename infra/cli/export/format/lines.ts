import * as v from 'valibot';
import { isPlainObject } from '../../../../shared/platform/values/fields.ts';
import { AuthorRecord } from '../../../../shared/people/authors/record.ts';
import { BadgeRecord } from '../../../../shared/taxonomy/badges/record.ts';
import { AssetRecord } from '../../../../shared/library/dam/record.ts';
import { DocumentRecord } from '../../../../shared/library/documents/record.ts';
import { ImageRecord } from '../../../../shared/library/images/record.ts';
import { Listicle } from '../../../../shared/posts/record/listicle.ts';
import { PostRecord } from '../../../../shared/posts/record/record.ts';
import { PostEditInput } from '../../../../shared/posts/record/input.ts';
import { StagedRecord } from '../../../../shared/posts/staged/record.ts';
import { SectionRecord } from '../../../../shared/taxonomy/sections/record.ts';
import { Webhook } from '../../../../shared/posts/webhooks/record.ts';
import { isOther } from './other-records.ts';

/**
 * A line is a stored record without derived data: the versions of other records than posts, the state of thumbnails, the revision of the
 * sections that a post was computed from. So an import writes each line as it reads it, in the order of the records. A line of an older
 * export gets the defaults of the fields that it lacks.
 */
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const shortcodeId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** Unlike v.record, this keeps members named `constructor` or `__proto__`. */
const asIs = v.custom<Record<string, unknown>>(isPlainObject);
const object = v.optional(asIs, {});
const crops = v.optional(v.custom<PostRecord['manual_image_crops']>(isPlainObject), {});

/** A key of the media bucket, which is also a path below `media/` and must not leave it. */
function mediaKey(folder: 'images' | 'documents') {
  return v.pipe(
    v.string(),
    v.regex(new RegExp(`^${folder}/\\d{1,16}/(?:[a-z0-9][a-z0-9.-]*/)+[a-z0-9][a-z0-9._-]*$`)),
  );
}

const authorEntries = v.omit(AuthorRecord, ['rights_losses']).entries;
export const AuthorLine = v.strictObject({ ...authorEntries, id, specific_data: object });

/** A section or a tag. */
export const SectionLine = v.strictObject({ ...SectionRecord.entries, id, extras: object });

export const BadgeLine = v.strictObject({ ...BadgeRecord.entries, id });

const THUMBNAILS = ['task_ts', 'thumbnails_status', 'failure', 'thumbnails', 'ready'] as const;
export const ImageLine = v.strictObject({
  ...v.omit(ImageRecord, THUMBNAILS).entries,
  id,
  shortcode_id: shortcodeId,
  original: mediaKey('images'),
  task_id: v.pipe(v.string(), v.uuid()),
});

export const DocumentLine = v.strictObject({
  ...DocumentRecord.entries,
  id,
  shortcode_id: shortcodeId,
  key: mediaKey('documents'),
});

export const AssetLine = v.strictObject({ ...AssetRecord.entries, id, shortcode_id: shortcodeId });

const storedListicle = v.custom<Listicle>(value => isPlainObject(value) && v.is(Listicle, value));

const DERIVED = [
  'judged_rev',
  'content_version',
  'content_hash',
  'body_version',
  'safe_content',
  'public_path',
] as const;
/** What previews depend on, which are not exported. */
const CONTINUITY = ['draft_since', 'unscheduled_since', 'authors_since'] as const;

export const PostLine = v.strictObject({
  ...v.omit(PostRecord, [...DERIVED, ...CONTINUITY]).entries,
  id,
  product: v.optional(v.nullable(asIs), null),
  roar_specific_data: object,
  manual_image_crops: crops,
  teaser_manual_image_crops: crops,
  social_teaser_manual_image_crops: crops,
  body: v.string(),
  listicle: storedListicle,
  page_views: count,
  /** Before it are those of the revisions. */
  version: v.optional(id, 1),
});

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** A revision with the record as it is stored, which names its content by hash. */
const RevisionLine = v.strictObject({
  post_id: id,
  version: id,
  replaced_ts: count,
  post: v.custom<PostRecord>(value => isPlainObject(value) && v.is(PostRecord, value), 'must be a post'),
});

/** A content of revisions that is not the post's own. */
const RevisionContentLine = v.strictObject({
  post_id: id,
  name: hash,
  body: v.string(),
  listicle: storedListicle,
});

const StagedFields = v.omit(PostEditInput, ['body', 'listicle', 'action', 'prevent_modifying_updated_ts']);

/** A staged change with its texts. Its post may have another body than that from which the staged one began: that is a conflict. */
const StagedLine = v.strictObject({
  post_id: id,
  ...v.omit(StagedRecord, ['id', 'base_body_version']).entries,
  fields: v.custom<StagedRecord['fields']>(
    value => isPlainObject(value) && v.is(StagedFields, value),
    'must be fields of a post',
  ),
  has_conflict: v.boolean(),
  body: v.string(),
  listicle: storedListicle,
});

const OrderLine = v.strictObject({ section_id: count, post_ids: v.array(id) });
const LikeLine = v.strictObject({ post_id: id, author_id: id, created_ts: v.number() });
/** Without the secret; the values of headers that may be secret are masked, as in answers. */
const WebhookLine = v.strictObject({ ...Webhook.entries, id });

/** The posts that have or had a path, by its SHA-256: see shared/posts/paths/paths.ts. */
const PathLine = v.strictObject({
  sha256: hash,
  posts: v.record(
    v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/)),
    v.union([id, v.pipe(v.array(id), v.minLength(1))]),
  ),
});

const FollowLine = v.strictObject({ author_id: id, section_id: count, created_ts: v.number() });

const OtherLine = v.pipe(
  v.strictObject({ kind: v.string(), record: asIs }),
  v.check(isOther, 'must be a record of a kind that this version has'),
);

export type AuthorLine = v.InferOutput<typeof AuthorLine>;
export type SectionLine = v.InferOutput<typeof SectionLine>;
export type ImageLine = v.InferOutput<typeof ImageLine>;
export type DocumentLine = v.InferOutput<typeof DocumentLine>;
export type AssetLine = v.InferOutput<typeof AssetLine>;
export type PostLine = v.InferOutput<typeof PostLine>;

/** The lines of each file, in the order of the import. */
export const LINES = {
  authors: AuthorLine,
  sections: SectionLine,
  tags: SectionLine,
  images: ImageLine,
  documents: DocumentLine,
  badges: BadgeLine,
  assets: AssetLine,
  posts: PostLine,
  orders: OrderLine,
  likes: LikeLine,
  follows: FollowLine,
  webhooks: WebhookLine,
  paths: PathLine,
  revision_contents: RevisionContentLine,
  revisions: RevisionLine,
  staged_changes: StagedLine,
  records: OtherLine,
} as const;

export type Kind = keyof typeof LINES;
export type Line<K extends Kind> = v.InferOutput<(typeof LINES)[K]>;

function listKinds(): Kind[];
function listKinds() {
  return Object.keys(LINES);
}

export const KINDS: readonly Kind[] = listKinds();

/** Exports of earlier versions do not have these files. */
export const LATER_KINDS: readonly Kind[] = [
  ...(['webhooks', 'paths', 'revision_contents', 'revisions', 'staged_changes', 'records'] as const),
];

export function toFile(kind: Kind): string {
  return `${kind}.jsonl`;
}

/** The folder of images and documents in an export. */
export const MEDIA_FOLDER = 'media';

/** The largest file of a site, a document, has 100 MB. */
export const MAX_FILE_BYTES = 100 * 2 ** 20;

export function mediaFile(key: string): string {
  return `${MEDIA_FOLDER}/${key}`;
}
