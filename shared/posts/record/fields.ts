import * as v from 'valibot';
import type { imageCrops } from '../../platform/values/fields.ts';
import { storedData, storedLine, storedText } from '../../platform/values/stored-text.ts';

export const MAX_TAGS = 100;
/** Each new badge takes two of the hundred actions of the post's transaction. */
const MAX_BADGES = 20;

/**
 * How fields of a kind are stored and answered, and the default, which posts stored before the field existed have too. Their input is apart
 * (input-fields.ts): most functions need none.
 */
function kind<S extends v.GenericSchema>(schema: S, fallback: v.InferOutput<S>) {
  return { stored: v.optional(schema, () => fallback), answered: schema, fallback };
}

const lines = kind(storedLine, '');
const maybeNumber = kind(v.nullable(v.number()), null);
const object = storedData(v.record(v.string(), v.unknown()));
type Crop = v.InferOutput<typeof imageCrops>[string];

const KINDS = {
  text: kind(storedText, ''),
  line: lines,
  slug: lines,
  address: lines,
  imageSize: lines,
  /** Stored as sent; answered as `deriveType` decides. */
  type: { ...kind(v.nullable(v.string()), null), answered: v.string() },
  tags: kind(v.array(storedLine), []),
  ids: kind(v.array(v.number()), []),
  imageId: maybeNumber,
  timestamp: maybeNumber,
  flag: kind(v.boolean(), false),
  crops: kind(
    v.record(
      v.string(),
      v.custom<Crop>(value => typeof value === 'object'),
    ),
    {},
  ),
  product: kind(v.nullable(object), null),
  siteData: kind(object, {}),
  pageList: kind(v.array(v.object({ view: v.literal('web'), path: v.string() })), []),
};
export type Kind = keyof typeof KINDS;

/** `max`: characters of a text, items of a list. */
function field<K extends Kind>(name: K, max = 0) {
  return { kind: name, max };
}

/**
 * The one declaration of the fields that clients set and that are stored as sent. The schemas of input, record and answer, the defaults
 * and the presenter are made of it, and descriptions.ts must describe each.
 */
export const FIELDS = {
  manual_basename: field('slug', 200),
  subheadline: field('text', 5000),
  type: field('type'),
  tags: field('tags', MAX_TAGS),
  primary_tag: field('line', 200),
  badges: field('ids', MAX_BADGES),
  page_title: field('line', 1000),
  meta_description: field('text', 5000),
  og_title: field('line', 1000),
  og_description: field('text', 5000),
  image_id: field('imageId'),
  image_external: field('address'),
  photo_credit: field('line', 1000),
  photo_caption: field('text', 5000),
  manual_image_crops: field('crops'),
  image_size: field('imageSize'),
  teaser_image_id: field('imageId'),
  teaser_photo_credit: field('line', 1000),
  teaser_photo_caption: field('text', 5000),
  teaser_manual_image_crops: field('crops'),
  teaser_image_size: field('imageSize'),
  social_teaser_image_id: field('imageId'),
  social_teaser_photo_credit: field('line', 1000),
  social_teaser_photo_caption: field('text', 5000),
  social_teaser_manual_image_crops: field('crops'),
  media: field('text', 20_000),
  video: field('address'),
  product: field('product'),
  layout_name: field('line', 200),
  ee_layout_name: field('line', 200),
  roar_specific_data: field('siteData'),
  page_list: field('pageList'),
  partnernews_article: field('flag'),
  source_url: field('address'),
  embargo_ts: field('timestamp'),
};
type Fields = typeof FIELDS;
export type FieldName = keyof Fields;
type Column<C extends keyof (typeof KINDS)[Kind]> = {
  [F in FieldName]: (typeof KINDS)[Fields[F]['kind']][C];
};

function column<C extends keyof (typeof KINDS)[Kind]>(name: C): Column<C>;
function column(name: keyof (typeof KINDS)[Kind]) {
  return Object.fromEntries(Object.entries(FIELDS).map(([key, { kind: of }]) => [key, KINDS[of][name]]));
}

function names(): FieldName[];
function names() {
  return Object.keys(FIELDS);
}

export const fieldNames: readonly FieldName[] = names();
export const storedFields = column('stored');
export const answeredFields = column('answered');
export type Editable = { [F in FieldName]: v.InferOutput<(typeof storedFields)[F]> };
export const DEFAULTS: Editable = column('fallback');
