import * as v from 'valibot';
import { ShownImage } from '../../library/images/shown.ts';
import { webAddress } from '../../platform/values/addresses.ts';
import { id, imageCrops, imageCropsInput } from '../../platform/values/fields.ts';
import { boundedString, line, boundedList, text } from '../../platform/values/bounds.ts';
import { cleanLine } from '../../platform/values/clean.ts';
import { maybe, maybeEach, nested } from '../../platform/values/nested.ts';
import { decodePercent } from '../../platform/text/percent.ts';

const flag = v.boolean('must be true or false');

const item = {
  headline: line(1000),
  headline_html: text(5000),
  manual_basename: line(200),
  media: text(20_000),
  is_image: flag,
  image_id: v.nullable(id),
  caption: text(5000),
  credit: line(1000),
  manual_image_crops: imageCrops,
  body: text(200_000),
};
const ListicleItem = v.partial(v.object(item));
const ListicleItemInput = nested({ ...maybeEach(item), manual_image_crops: maybe(imageCropsInput) });

/** Answers with safe bodies describe an item's image, as those of a post's lead image: `image_id` alone shows nothing. */
const ShownItem = v.object({
  ...ListicleItem.entries,
  ...v.partial(ShownImage).entries,
});

const layoutMessage = 'must be 1 (regular) or 2 (slideshow)';
const layout = v.picklist([1, 2], layoutMessage);
const MAX_ITEMS = 500;

/** The items of a list post, as they are stored and answered; `{}` when there are none. */
export const Listicle = v.object({
  items: v.optional(boundedList(ListicleItem, MAX_ITEMS)),
  settings: v.optional(
    v.object({ body_text_above: v.optional(flag, false), layout_type: v.optional(layout, 1) }),
  ),
});
export type Listicle = v.InferOutput<typeof Listicle>;

export const ListicleInput = nested({
  items: maybe(boundedList(ListicleItemInput, MAX_ITEMS)),
  settings: maybe(v.object({ body_text_above: v.nullish(flag, false), layout_type: v.nullish(layout, 1) })),
});

export const ShownListicle = v.object({ ...Listicle.entries, items: v.optional(v.array(ShownItem)) });
export type ShownListicle = v.InferOutput<typeof ShownListicle>;

const price = v.pipe(v.number(), v.finite('must be a number'), v.minValue(0, 'must not be negative'));
const ratingMessage = 'must be from 0 to 5';

const product = {
  name: line(500),
  brand: line(500),
  price,
  currency: line(10),
  url: webAddress(),
  image_id: v.nullable(id),
  rating: v.pipe(v.number(), v.minValue(0, ratingMessage), v.maxValue(5, ratingMessage)),
  description: text(10_000),
};
export const Product = v.partial(v.object(product));
export const ProductInput = nested(maybeEach(product));

const PATH_MESSAGE = 'must be a path without query';
/**
 * Kept in one spelling, decoded, in NFC and without empty segments, because a path belongs to one post however it is spelled. A `%` that
 * encodes nothing stands for itself: the interface asks for decoded paths, which may have one.
 */
const pagePath = v.pipe(
  boundedString(500),
  v.transform(path =>
    decodePercent(path)
      .normalize('NFC')
      .replace(/\/{2,}/g, '/'),
  ),
  v.check(path => path === cleanLine(path), PATH_MESSAGE),
  v.check(path => path === decodePercent(path), 'must not be percent-encoded twice'),
  v.regex(/^\/?[^\s?#](?:[^?#]*[^\s?#])?$/u, PATH_MESSAGE),
  v.check(
    path => !path.split('/').some(part => part === '.' || part === '..'),
    'must not have . or .. in it',
  ),
);

/** Custom addresses of a post, as decoded paths. */
export const PageList = boundedList(
  v.object({ view: v.picklist(['web'], 'must be web'), path: pagePath }),
  20,
);
export type PageList = v.InferOutput<typeof PageList>;

/** The image ids in a listicle, with the path of each field. */
export function listicleImages(listicle: Listicle): { field: string; id: number }[] {
  return (listicle.items ?? []).flatMap((item, index) =>
    typeof item.image_id === 'number'
      ? [{ field: `listicle.items.${index}.image_id`, id: item.image_id }]
      : [],
  );
}
