import * as v from 'valibot';
import { site } from '../../platform/site/site.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { Images, type ImageRecord } from '../../library/images/record.ts';
import { ShownImage } from '../../library/images/shown.ts';
import { shownThumbnails } from '../../library/images/urls.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { buildSectionPath, type Parents } from './directory.ts';
import { Progress } from './progress.ts';
import { PageSettings, TAG, type Kind, type SectionRecord } from './record.ts';

/** The answer for a section or tag. */
export const Section = v.object({
  id: v.number(),
  title: v.string(),
  url: v.string(),
  full_url: v.string(),
  /** Only sections have it. */
  domain: v.optional(v.string()),
  status: v.picklist([1, 2, 3]),
  meta_title: v.nullable(v.string()),
  page_settings: PageSettings,
  about_html: v.string(),
  tags: v.array(v.string()),
  url_header_image: v.string(),
  header_image_id: v.nullable(v.number()),
  /** Present with `safe=1` where `header_image_id` names an image. */
  header_image: v.optional(ShownImage),
  site_id: v.number(),
  created_ts: v.number(),
  order: v.number(),
  parent_id: v.number(),
  type: v.picklist([2, 3]),
  extras: v.record(v.string(), v.unknown()),
  /** Present while posts are re-assigned after an edit of the section. */
  reassignment: v.optional(Progress),
});
export type Section = v.InferOutput<typeof Section>;

/** Answers for sections; their header images are looked up together. */
export async function presentSections(
  kind: Kind,
  records: readonly SectionRecord[],
  parents: Parents,
): Promise<Section[]> {
  const images = await Images.known(records.flatMap(({ header_image_id }) => header_image_id ?? []));
  const { siteId: site_id, baseUrl } = site();
  const isTag = kind === TAG;
  const domain = isTag ? {} : { domain: new URL(baseUrl).host };
  return records.map(record => {
    const full_url = buildSectionPath(record, parents);
    const url_header_image = buildHeaderUrl(record, images);
    return { ...record, full_url, ...domain, url_header_image, site_id, type: isTag ? 3 : 2 };
  });
}

export async function answerSection(
  kind: Kind,
  { value, version }: Versioned<SectionRecord>,
  parents: Parents,
): Promise<Answer<Section>> {
  const [body] = await presentSections(kind, [value], parents);
  if (!body) throw new Error('one section makes one answer');
  return { body, version };
}

/** "header_image_id … takes precedence over url_header_image" */
function buildHeaderUrl(
  { header_image_id, url_header_image }: SectionRecord,
  images: ReadonlyMap<number, ImageRecord>,
): string {
  const image = header_image_id === null ? undefined : images.get(header_image_id);
  return (image && shownThumbnails(image).origin) ?? url_header_image;
}
