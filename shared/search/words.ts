/**
 * How texts become words, the same for what is searched and for what is asked. Folding makes case, accents, ligatures, widths and
 * spellings of one letter equal. Marks that are vowels or tones of their script stay: without them Hindi, Thai or Japanese words
 * would be others.
 */
const DROPPED = late(
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

/** Unicode's bound for streams (UAX #15). No word has more, and to put marks in order takes time quadratic in their number. */
const MAX_MARKS = 30;

/** A text with at most so many marks on a letter. */
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

/** `spaced`: a word, as its script separates them. `dense`: letters of a script that is written without spaces, or like Korean with few. */
export interface Run {
  script: 'spaced' | 'dense';
  text: string;
}

const DENSE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;
const RUNS = late(`(?<dense>[${DENSE}&&${LETTER}]+)|[${LETTER}--${DENSE}]+`);
const SOUNDS = /[\p{L}\p{N}]/u;

/** The runs of letters and digits of a folded text, in order. */
export function* runsOf(folded: string): Generator<Run> {
  for (const { 0: text, groups } of folded.matchAll(RUNS())) {
    if (!SOUNDS.test(text)) continue;
    yield groups?.dense ? { script: 'dense', text } : { script: 'spaced', text: cut(text) };
  }
}

/** In characters. What is longer than any word counts by its beginning. */
const MAX_WORD_LENGTH = 40;

/** Half a surrogate pair would be no text. */
function cut(word: string): string {
  return word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join('');
}

/** The letters of a dense run, each with the marks that belong to it: the same wherever the run is cut between two of them. */
export function lettersOf(run: string): string[] {
  return (run.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []).map(cut);
}

/** Made at first use: it loads its dictionaries, which a start should not wait for. */
let segmenter: Intl.Segmenter | undefined;

/** The words of a dense run, by the dictionary. Not for long texts: the time is quadratic in the length of a run. */
export function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment).filter(word => SOUNDS.test(word));
}

/** A pattern that is read at first use: sets of whole scripts take milliseconds, which a start should not wait for. */
function late(source: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => (pattern ??= new RegExp(source, 'gv'));
}
