import slugify from '@sindresorhus/slugify';
import anyAscii from 'any-ascii';

/** In UTF-16 code units, like all lengths of texts. */
const MAX_LENGTH = 200;

/**
 * The longest headline to make a slug of. Longer texts are cut, because normalizing takes time quadratic in the length of a run of marks.
 */
const MAX_SOURCE_LENGTH = 1000;

/** Printable ASCII without characters that slugs spell out or drop: the ampersand, the apostrophe and free-standing accents. */
const PLAIN = /^[ -%(-\]_a-~]*$/;

/** Transliterated to ASCII, in lower case, words joined by `-`, at most 200 characters; empty for a text without letters and digits. */
export function toSlug(text: string): string {
  // Cuts long input first: no part of a slug needs more source than this.
  const source = text.slice(0, MAX_LENGTH * 4);
  // The packages and their tables are loaded only for a text that needs them.
  const slug = PLAIN.test(source) ? joinWords(source) : transliterate(source);
  return slug.slice(0, MAX_LENGTH).replace(/-+$/, '');
}

function joinWords(text: string): string {
  return (text.toLowerCase().match(/[a-z\d]+/g) ?? []).join('-');
}

/** Letters, marks and digits of scripts that slugify does not know, and would drop. */
const OTHER_SCRIPTS =
  /(?:(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Armenian}\p{scx=Georgian}\p{scx=Common}\p{scx=Inherited}])[\p{L}\p{M}\p{N}])+/gu;
const LETTERS = /(?![\0-\x7f])[\p{L}\p{M}\p{N}]/gu;

/** Words in ASCII: by slugify's rules where it has some, such as ä to ae, else letter by letter. */
function transliterate(text: string): string {
  const known = text.replace(OTHER_SCRIPTS, run => ` ${toAscii(run)} `);
  // slugify keeps the rare letters of its scripts that it does not know, when they are given.
  const letters = `${known}${known.toLowerCase()}`.match(LETTERS) ?? [];
  const slug = slugify(known, { decamelize: false, preserveCharacters: [...new Set(letters)] });
  return joinWords(slug.replace(/[^\0-\x7f]+/g, toAscii));
}

function toAscii(letters: string): string {
  return anyAscii(letters).replace(/[^a-z\d]+/gi, '');
}

/** Characters that are not shown; the joiners of Indic and Arabic scripts change how letters are shown. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\u200c\u200d](?=[\u200c\u200d])/gu;
const CONTRACTION = /([\p{L}\p{N}])['’]([ts])(?![\p{L}\p{M}\p{N}])/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[\u200c\u200d][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * The words of a text in their own script: letters, combining marks and digits in NFC and lower case, with joiners within words, joined by
 * `-`, at most 200 characters and never cut within a grapheme.
 */
export function toUnicodeSlug(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return toSlug(text);
  const source = text.slice(0, MAX_SOURCE_LENGTH);
  const shown = source.toLowerCase().normalize('NFC').replace(INVISIBLE, '').replace(CONTRACTION, '$1$2');
  return cutAtGrapheme((shown.match(WORD) ?? []).join('-'));
}

function cutAtGrapheme(slug: string): string {
  if (slug.length <= MAX_LENGTH) return slug;
  const cut = new Intl.Segmenter().segment(slug).containing(MAX_LENGTH)?.index;
  return slug.slice(0, cut).replace(/-+$/, '');
}
