import * as v from 'valibot';
import { KINDS } from './fields/kind.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const unknownAsNull = v.nullable(v.string());

/** What scraping an address answers. Texts that are not known are empty, in `extra` null; sizes that are not known are 0. */
export const ScraperResult = v.object({
  title: v.string(),
  /** The title without the site's name. */
  headline: v.string(),
  /** Plain text, paragraphs apart by an empty line. */
  body: v.string(),
  description: v.string(),
  /** The permanent address that the page states, else where it was found. */
  url: v.string(),
  favicon: v.string(),
  /** What gave the title. */
  parser: v.picklist(['jsonld', 'opengraph', 'twitter', 'html', 'oembed']),
  type: v.picklist(KINDS),
  /** False for an answer that something was missing from which may be there the next time. */
  cacheable: v.boolean(),
  extra: v.object({
    /** ISO 639 code, and the full BCP 47 tag. */
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
    /** Where the last redirect led. */
    final_url: v.string(),
    content_type: v.string(),
    charset: unknownAsNull,
  }),
  tags: v.array(v.string()),
  /** The one that stands for the page best first. */
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
  /** Of the page itself where a known provider has it, else of the first post in its text; empty without either. */
  embed: v.object({
    shortcode: v.string(),
    shortcode_id: v.string(),
    shortcode_adapter: v.string(),
    media_html: v.string(),
  }),
  videos: v.array(
    v.object({
      /** For an iframe's source. */
      embed_url: v.string(),
      url: v.string(),
      provider: v.string(),
      width: whole,
      height: whole,
    }),
  ),
});
export type ScraperResult = v.InferOutput<typeof ScraperResult>;
