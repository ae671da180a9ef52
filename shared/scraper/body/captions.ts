import type { Element } from '../markup/dom.ts';
import { readLabel, readText } from '../markup/text.ts';
import { clean } from '../text/clean.ts';

const CAPTION = /(?:^|[\s_-])captions?(?:$|[\s_-])/i;
const MIN_LENGTH = 40;
const MAX_LENGTH = 400;
const SENTENCE = /[.?!。？！]["”»“)]?$/;
/** Captions with a photographer's or agency's name say whose the picture is. */
const CREDIT =
  /©|\b(?:foto(?:s|graf\p{L}*)?|bild(?:er|quelle)?|quelle|photo(?:s|graph(?:s|er|y)?)?|credits?|courtesy|image[mn]?|source|kuva|fot|getty|shutterstock|reuters|afp|dpa|efe|cc)\b/iu;

/** The sentences in an element's captions, without those that name a source. */
export function captionsIn(element: Element): string[] {
  const captions =
    element.localName === 'figure'
      ? element.querySelectorAll('figcaption')
      : [element].filter(candidate => CAPTION.test(readLabel(candidate)));
  return captions.map(caption => clean(readText(caption))).filter(isDescription);
}

function isDescription(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_LENGTH && SENTENCE.test(text) && !CREDIT.test(text);
}
