import * as v from 'valibot';
import { KINDS } from './fields/facts.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const unknownAsNull = v.nullable(v.string());

/** The answer of the scraper. Unknown texts are empty (in `extra` null), unknown sizes are 0. */
export const ScraperResult = v.object({
  title: v.string(),
  /** The title without the site's name. */
  headline: v.string(),
  /** Plain text with empty lines between paragraphs. */
  body: v.string(),
  description: v.string(),
  /** The permanent address that the page states, or where it was found. */
  url: v.string(),
  favicon: v.string(),
  /** The source of the title. */
  parser: v.picklist(['jsonld', 'opengraph', 'twitter', 'html', 'oembed']),
  type: v.picklist(KINDS),
  /** False when something failed that may succeed the next time. */
  cacheable: v.boolean(),
  extra: v.object({
    /** ISO 639 code; `locale` is the full BCP 47 tag. */
    language: unknownAsNull,
    locale: unknownAsNull,
    author: unknownAsNull,
    authors: v.array(v.string()),
    publisher: unknownAsNull,
    /** ISO 8601 instants in UTC; `date` is the last change, else the publication. */
    date: unknownAsNull,
    published: unknownAsNull,
    modified: unknownAsNull,
    canonical: unknownAsNull,
    /** The address after all redirects. */
    final_url: v.string(),
    content_type: v.string(),
    charset: unknownAsNull,
  }),
  tags: v.array(v.string()),
  /** By weight, the most representative first. */
  images: v.array(
    v.object({
      url: v.string(),
      width: whole,
      height: whole,
      /** MIME type. */
      type: v.string(),
      /** 0 to 1. */
      weight: v.number(),
    }),
  ),
  /** The page's own embed, when it belongs to a known provider, else the first post embedded in its text; empty without either. */
  embed: v.object({
    shortcode: v.string(),
    shortcode_id: v.string(),
    shortcode_adapter: v.string(),
    media_html: v.string(),
  }),
  videos: v.array(
    v.object({
      /** For an iframe's `src`. */
      embed_url: v.string(),
      url: v.string(),
      provider: v.string(),
      width: whole,
      height: whole,
    }),
  ),
});
export type ScraperResult = v.InferOutput<typeof ScraperResult>;
