import * as v from 'valibot';
import { webAddress } from '../values/addresses.ts';
import { cleanLine } from '../values/clean.ts';

const COLOR_MESSAGE = 'must be a color such as #9c1c1c';
const color = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, COLOR_MESSAGE), v.toLowerCase());
const label = v.pipe(
  v.string(),
  v.transform(cleanLine),
  v.minLength(1, 'must not be empty'),
  v.maxLength(80, 'must have at most 80 characters'),
);
const LINK_MESSAGE = 'must be a path of this site such as /about, or an http(s) address';
const links = v.pipe(
  v.array(
    v.strictObject({
      title: label,
      url: v.pipe(
        v.string(),
        v.maxLength(500, 'must have at most 500 characters'),
        v.regex(/^(?:\/(?![/\\])|https?:\/\/)[^\s\\"<>]*$/, LINK_MESSAGE),
      ),
    }),
  ),
  v.maxLength(20, 'must have at most 20 links'),
);

/** The parts of the front page. */
const FRONT_BLOCKS = ['top', 'latest', 'sections', 'most_read'] as const;

/** How the readers' site looks. Every setting has a default. */
export const Theme = v.strictObject({
  /** A picture in place of the title. */
  logo: v.optional(webAddress()),
  /** A line below the title on the front page. */
  tagline: v.optional(label),
  /** The colors of light and of dark pages. */
  colors: v.optional(
    v.strictObject({
      accent: v.optional(color, '#9c1c1c'),
      paper: v.optional(color, '#fffdf8'),
      accentDark: v.optional(color, '#ff9a8a'),
      paperDark: v.optional(color, '#161412'),
    }),
    {},
  ),
  /** The pair of type faces for headlines and text: serif with serif, sans with serif, or sans with sans. */
  type: v.optional(v.picklist(['classic', 'modern', 'plain'], 'must be classic, modern or plain'), 'classic'),
  /** By default the top sections. */
  menu: v.optional(links),
  /** Links in the footer, before those to the archive and the feed. */
  footer: v.optional(links, []),
  /** The parts of the front page in their order; a part that is left out is not shown. */
  blocks: v.optional(v.array(v.picklist(FRONT_BLOCKS, `must be one of ${FRONT_BLOCKS.join(', ')}`)), () => [
    ...FRONT_BLOCKS,
  ]),
  /** The urls of the sections that have a block on the front page, in their order; by default all top sections. */
  sections: v.optional(v.array(label)),
});
export type Theme = v.InferOutput<typeof Theme>;
