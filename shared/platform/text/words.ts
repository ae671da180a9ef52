/**
 * Splits texts and queries into words in the same way. Folding makes case, accents, ligatures, widths and spelling variants of a letter
 * equal. Marks that are vowels or tones of their script stay, because Hindi, Thai or Japanese words would change without them.
 */
const DROPPED = lazyPattern(
  String.raw`[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]]--[\u3099\u309a]]|[\u00ad\u0640\u200c-\u200d\u2060\ufeff]`,
);

const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

/** Unicode's limit for streams (UAX #15). No word has more, and sorting marks takes time quadratic in their number. */
const MAX_MARKS = 30;

/** Limits the marks on each letter. */
function withFewMarks(text: string): string {
  return text.replace(/\p{M}+/gu, marks =>
    marks.length <= MAX_MARKS
      ? marks
      : Array.from(marks.slice(0, 2 * MAX_MARKS))
          .slice(0, MAX_MARKS)
          .join(''),
  );
}

export function fold(text: string): string {
  return withFewMarks(text)
    .normalize('NFKD')
    .replace(DROPPED(), '')
    .toLowerCase()
    .replace(SPECIAL, letter => PLAIN[letter] ?? letter)
    .normalize('NFC');
}

/** `spaced`: a word of a script with spaces. `dense`: letters of a script without spaces, or with few, such as Korean. */
export interface Run {
  script: 'spaced' | 'dense';
  text: string;
}

const DENSE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;
const RUNS = lazyPattern(`(?<dense>[${DENSE}&&${LETTER}]+)|[${LETTER}--${DENSE}]+`);
const SOUNDS = /[\p{L}\p{N}]/u;

/** The runs of letters and digits in a folded text, in order. */
export function* splitRuns(folded: string): Generator<Run> {
  for (const { 0: text, groups } of folded.matchAll(RUNS())) {
    if (!SOUNDS.test(text)) continue;
    yield groups?.dense ? { script: 'dense', text } : { script: 'spaced', text: truncateWord(text) };
  }
}

/** In characters; of longer words only the beginning counts. */
const MAX_WORD_LENGTH = 40;

/** Truncates by characters, so that no surrogate pair is split. */
function truncateWord(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join('');
}

/** The letters of a dense run, each with its marks, as the run is split between letters. */
export function splitLetters(run: string): string[] {
  return (run.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []).map(truncateWord);
}

/** Created on first use, because loading its dictionaries would delay the start. */
let segmenter: Intl.Segmenter | undefined;

/** The words of a dense run by the dictionary. Only for short texts, because it takes quadratic time. */
export function segmentWords(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment).filter(word => SOUNDS.test(word));
}

/** A pattern that is compiled on first use: sets of whole scripts take milliseconds, which would delay the start. */
function lazyPattern(source: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, 'gv'));
}
