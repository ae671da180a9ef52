import * as v from 'valibot';
import { addressOrNone } from '../../platform/values/addresses.ts';
import { clearable, freeForm, id, listOrder, requiredLine } from '../../platform/values/fields.ts';
import { boundedString, line, boundedList, text } from '../../platform/values/bounds.ts';
import { uniqueForm } from '../../platform/values/unique-text.ts';

const URL_MESSAGE = 'must be a slug, or a path of at most 4 slugs joined by /';
const url = v.pipe(
  boundedString(500),
  v.transform(value => value.trim().replace(/^\/+|\/+$/g, '')),
  v.regex(/^[^\s\p{C}%/?#"<>\\]+(?:\/[^\s\p{C}%/?#"<>\\]+){0,3}$/u, URL_MESSAGE),
  v.check(hasNamedParts, URL_MESSAGE),
);
const flag = v.boolean();
const pageSettings = clearable({
  open_in_new_tab: flag,
  allow_community_posts: flag,
  hide_from_entry_editor: flag,
  lock_posts_after_publishing: flag,
});

const fields = {
  status: v.picklist([1, 2, 3], 'must be 1 (private), 2 (public) or 3 (unlisted)'),
  meta_title: line(500),
  page_settings: pageSettings,
  about_html: text(64_000),
  tags: boundedList(line(200), 100),
  url_header_image: addressOrNone,
  header_image_id: id,
  order: listOrder,
  extras: freeForm,
};
const title = requiredLine(200);

const optional = clearable(fields).entries;
const parent = clearable({ parent_id: id }).entries;

export const TagInput = v.object({ ...optional, title: v.optional(title), url: v.optional(url) });
export const TagCreateInput = v.object({ ...optional, title, url });
export const SectionInput = v.object({ ...TagInput.entries, ...parent });
export const SectionCreateInput = v.object({ ...TagCreateInput.entries, ...parent });
export type SectionCreateInput = v.InferOutput<typeof SectionCreateInput>;
export type SectionInput = v.InferOutput<typeof SectionInput>;

/** False when a part of the path consists of dots or invisible characters only. */
function hasNamedParts(path: string): boolean {
  return path.split('/').every(part => !/^\.*$/.test(uniqueForm(part)));
}
