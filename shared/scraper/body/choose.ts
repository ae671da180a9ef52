import type { Element } from '../markup/dom.ts';
import { readLabel } from '../markup/text.ts';
import { isParagraph, type Block, type Extent } from './blocks.ts';
import type { Reading } from './reading.ts';

const PROPERTY = /(?:^|\s)(?:articleBody|reviewBody|recipeInstructions)(?:$|\s)/;
const BODY =
  /(?:^|[\s_-])(?:articles?|posts?|entry|story|news|blog(?:post)?|page|text|main|body|content)[_-]{0,2}(?:body|content|text|entry|main|inner-?content|copy)(?:$|[\s_-])/i;
const POST =
  /(?:^|\s)(?:hentry|entry|post|story|prose|rich-?text|full-?text|body-?text|body-?copy|story-?text)(?:$|\s)/i;
const CONTENT =
  /(?:^|\s)(?:content|main|main-?content|content-?main|primary|inhalt|contenido|contenu)(?:$|\s)/i;

/** How the markup names the element with the text, the most trusted ways first. */
const MARKS: readonly ((element: Element) => boolean)[] = [
  element => PROPERTY.test(element.getAttribute('itemprop') ?? ''),
  element => !isParagraph(element) && (BODY.test(readLabel(element)) || POST.test(readLabel(element))),
  element => element.localName === 'article',
  element =>
    element.localName === 'main' ||
    element.getAttribute('role') === 'main' ||
    CONTENT.test(readLabel(element)),
];

/** A marked element with less of the text is a teaser, or has only a part of it. */
const MIN_SHARE = 0.5;
/** Among nested marked elements with nearly as much text, the innermost contains the least of the surroundings. */
const MIN_SHARE_OF_INNERMOST = 0.9;

/** The element that contains the text: one that the markup marks, if it has most of the text, else the one with most of it. */
export function chooseContainer({ extents }: Reading): Extent | undefined {
  const best = extents.reduce<Extent | undefined>(
    (top, extent) => (extent.score > (top?.score ?? 0) ? extent : top),
    undefined,
  );
  if (best === undefined) return undefined;
  for (const isMarked of MARKS) {
    const marked = extents.filter(({ element }) => isMarked(element));
    const most = Math.max(0, ...marked.map(({ running }) => running));
    if (most > 0 && most >= best.running * MIN_SHARE) {
      return innermost(marked.filter(({ running }) => running >= most * MIN_SHARE_OF_INNERMOST));
    }
  }
  return climb(best);
}

/** The one with the fewest blocks, which ends first if several have them. */
function innermost(extents: readonly Extent[]): Extent | undefined {
  return extents.toSorted((one, other) => one.end - one.start - (other.end - other.start))[0];
}

const MAX_LEVELS = 5;
const MIN_GAIN = 1.1;

/** Goes on to the parents that add running text. */
function climb(best: Extent): Extent {
  let chosen = best;
  let at = best.parent;
  for (let level = 0; level < MAX_LEVELS && at !== undefined && at.element.localName !== 'body'; level += 1) {
    if (at.running > chosen.running * MIN_GAIN) chosen = at;
    at = at.parent;
  }
  return chosen;
}

/** How many blocks may be between the headline and the text. */
const MAX_LEAD_DISTANCE = 15;
const MIN_LEAD_LENGTH = 60;
const MAX_LEAD_LINKS = 0.3;
const SENTENCE = /[.!?…。！？]["”»“]?$/;

/** The text's blocks, with a lead that stands between the headline and the container. */
export function selectBlocks({ blocks }: Reading, { start, end }: Extent): Block[] {
  const before = blocks.slice(Math.max(0, start - MAX_LEAD_DISTANCE), start);
  const headline = before.findLastIndex(({ isHeadline }) => isHeadline);
  const leads = headline === -1 ? [] : before.slice(headline + 1).filter(isLead);
  return [...leads, ...blocks.slice(start, end)];
}

function isLead({ text, linked, kind }: Block): boolean {
  if (kind === 'caption') return false;
  return text.length >= MIN_LEAD_LENGTH && linked < text.length * MAX_LEAD_LINKS && SENTENCE.test(text);
}
