import { expect, it } from 'vitest';
import { cleanText } from '../../../../shared/platform/values/clean.ts';
import { countWords, shorten } from '../../../../shared/platform/core/text-length.ts';
import { findShortcodes } from '../../../../shared/library/media/shortcode.ts';
import { fold, splitRuns } from '../../../../shared/platform/text/words.ts';
import { extractText } from '../../../../shared/platform/text/html.ts';
import { decodePercent } from '../../../../shared/platform/text/percent.ts';
import { toSlug, toUnicodeSlug } from '../../../../shared/platform/text/slug.ts';
import { slowness } from '../../../support/time/cpu.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { worstTexts } from '../../../support/values/worst-values.ts';

const SIZE = rounds(250_000, 1_000_000);
const MAX_MS = 2000;

/** All work on a body except its validation, and on other texts of any length. */
const WORK: Record<string, (text: string) => unknown> = {
  'its text is read': extractText,
  'its words are counted': countWords,
  'it is shortened': text => shorten(text, 200),
  'its shortcodes are found': findShortcodes,
  'it is folded and cut into words': text => [...splitRuns(fold(text))].length,
  'it becomes a slug': toSlug,
  'it becomes a slug in its script': toUnicodeSlug,
  'it is cleaned': cleanText,
  'it is percent-decoded': decodePercent,
};

const texts = worstTexts(SIZE).map((large, index) => [worstTexts(SIZE / 4)[index]!, large] as const);

it.each(Object.entries(WORK))('a long body takes linear time when %s', (_name, work) => {
  const slow = texts.flatMap(([small, large]) => {
    const fault = slowness({ small: () => work(small), large: () => work(large) }, MAX_MS);
    return fault === undefined ? [] : `${large.slice(0, 30)}: ${fault}`;
  });
  expect(slow).toEqual([]);
});
