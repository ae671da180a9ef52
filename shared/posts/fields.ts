import * as v from 'valibot';
import { addressOrNone } from '../core/addresses.ts';
import { freeFormWith, id, imageCrops, imageSize, requiredText, timestamp } from '../core/fields.ts';
import { site } from '../core/site.ts';
import { listOf, text } from '../core/bounds.ts';
import { Listicle, PageList, Product } from './listicle.ts';

export const MAX_TAGS = 100;
/** Each new badge takes two of the hundred actions of the post's transaction. */
const MAX_BADGES = 20;

/** The keys of `roar_specific_data` that the service checks; all others belong to the site. */
export const KnownSiteData = v.object({
  keep_reading_button_text: v.optional(text(200)),
  keep_reading_hide_word_count: v.optional(v.boolean('must be true or false')),
});

export const postType = v.pipe(
  v.string(),
  v.check(
    type => site().postTypes.includes(type),
    () => `must be one of ${site().postTypes.join(', ')}`,
  ),
);

/** A page list is ignored, whatever its value, while the site has the feature switched off. */
const NO_PAGE_LIST = v.pipe(
  v.unknown(),
  v.transform((): PageList | undefined => undefined),
);

/** A section by id, title or url; Home by 0 or its title. Text is not converted: "2026" may be an id or a title. */
export const sectionReference = v.union(
  [v.pipe(v.number(), v.safeInteger(), v.minValue(0)), text(500)],
  'must be a section: its id, title or url',
);

/** The fields that clients set and that are stored as sent. DEFAULTS has their defaults. */
export const editable = {
  manual_basename: text(200),
  subheadline: text(5000),
  type: v.nullable(postType),
  tags: listOf(text(200), MAX_TAGS),
  primary_tag: text(200),
  badges: listOf(id, MAX_BADGES),
  page_title: text(1000),
  meta_description: text(5000),
  og_title: text(1000),
  og_description: text(5000),
  image_id: v.nullable(id),
  image_external: addressOrNone,
  photo_credit: text(1000),
  photo_caption: text(5000),
  manual_image_crops: imageCrops,
  image_size: imageSize,
  teaser_image_id: v.nullable(id),
  teaser_photo_credit: text(1000),
  teaser_photo_caption: text(5000),
  teaser_manual_image_crops: imageCrops,
  teaser_image_size: imageSize,
  social_teaser_image_id: v.nullable(id),
  social_teaser_photo_credit: text(1000),
  social_teaser_photo_caption: text(5000),
  social_teaser_manual_image_crops: imageCrops,
  media: text(20_000),
  video: addressOrNone,
  product: v.nullable(Product),
  layout_name: text(200),
  ee_layout_name: text(200),
  roar_specific_data: freeFormWith(KnownSiteData),
  page_list: v.lazy(() => (site().features.pageList ? PageList : NO_PAGE_LIST)),
  partnernews_article: v.boolean('must be true or false'),
  source_url: addressOrNone,
  embargo_ts: v.nullable(timestamp),
};

type Sent = v.InferOutput<v.ObjectSchema<typeof editable, undefined>>;
export type Editable = { [K in keyof Sent]: Exclude<Sent[K], undefined> };

export const DEFAULTS: Editable = {
  manual_basename: '',
  subheadline: '',
  type: null,
  tags: [],
  primary_tag: '',
  badges: [],
  page_title: '',
  meta_description: '',
  og_title: '',
  og_description: '',
  image_id: null,
  image_external: '',
  photo_credit: '',
  photo_caption: '',
  manual_image_crops: {},
  image_size: '',
  teaser_image_id: null,
  teaser_photo_credit: '',
  teaser_photo_caption: '',
  teaser_manual_image_crops: {},
  teaser_image_size: '',
  social_teaser_image_id: null,
  social_teaser_photo_credit: '',
  social_teaser_photo_caption: '',
  social_teaser_manual_image_crops: {},
  media: '',
  video: '',
  product: null,
  layout_name: '',
  ee_layout_name: '',
  roar_specific_data: {},
  page_list: [],
  partnernews_article: false,
  source_url: '',
  embargo_ts: null,
};

/** Large fields, stored in the content item (content.ts). */
export const contentFields = {
  body: v.pipe(
    v.string(),
    v.check(body => body.isWellFormed(), 'must be valid Unicode'),
  ),
  listicle: Listicle,
};

export const headline = requiredText(1000);
