import * as v from 'valibot';
import { webAddress } from '../../platform/values/addresses.ts';
import { clearable, id, listOrder, requiredLine } from '../../platform/values/fields.ts';
import { line, boundedList, text } from '../../platform/values/bounds.ts';
import { maybe, nested } from '../../platform/values/nested.ts';

const linkFields = nested({ url: webAddress(), title: maybe(line(500)), target: maybe(line(100)) });
const NO_LINK = v.pipe(
  v.literal(''),
  v.transform(() => null),
);

/** Answers contain an empty text in place of a missing link, and it may be sent back. */
const link = v.lazy(value => (value === '' ? NO_LINK : linkFields));

const { entries: optional } = clearable({
  tags: boundedList(line(200), 50),
  category: v.picklist([0, 1], 'must be 0 (normal) or 1 (sponsored)'),
  description: text(2000),
  link,
  order: listOrder,
});
const name = requiredLine(200);

export const BadgeCreateInput = v.object({ ...optional, name, image_id: id });
export type BadgeCreateInput = v.InferOutput<typeof BadgeCreateInput>;

export const BadgeInput = v.object({ ...optional, name: v.optional(name), image_id: v.optional(id) });
export type BadgeInput = v.InferOutput<typeof BadgeInput>;
