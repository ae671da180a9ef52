import * as v from 'valibot';
import { site } from '../config/site.ts';
import { Progress } from './progress.ts';
import { PageSettings, type Kind, type SectionRecord } from './record.ts';

/** A section or a tag as answered. */
export const Section = v.object({
  id: v.number(),
  title: v.string(),
  url: v.string(),
  full_url: v.string(),
  status: v.picklist([1, 2, 3]),
  meta_title: v.nullable(v.string()),
  page_settings: PageSettings,
  about_html: v.string(),
  tags: v.array(v.string()),
  url_header_image: v.string(),
  header_image_id: v.nullable(v.number()),
  site_id: v.number(),
  created_ts: v.number(),
  order: v.number(),
  parent_id: v.number(),
  type: v.picklist([2, 3]),
  extras: v.record(v.string(), v.unknown()),
  /** Of a section, while posts are re-assigned after an edit of it. */
  reassignment: v.optional(Progress),
});
export type Section = v.InferOutput<typeof Section>;

/** Where the sections above one are looked up. */
export interface Parents {
  get(id: number): SectionRecord | undefined;
}

export function presentSection(kind: Kind, record: SectionRecord, parents: Parents): Section {
  const full_url = `${site().baseUrl}/${pathOf(record, parents)}`;
  return { ...record, full_url, site_id: site().siteId, type: kind.type };
}

/** The parent's path and the url, unless the url holds the path already. */
export function pathOf(record: SectionRecord, parents: Parents): string {
  const chain = [record];
  // A list that is read while sections are moved may show a cycle that never was.
  for (let at = parents.get(record.parent_id); at && !chain.includes(at); at = parents.get(at.parent_id)) {
    chain.unshift(at);
  }
  return chain.map(({ url }) => url).reduce(below);
}

const below = (above: string, url: string): string =>
  url.toLowerCase().startsWith(`${above.toLowerCase()}/`) ? url : `${above}/${url}`;
