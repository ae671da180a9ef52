import { analyse } from 'chardet';

/** Much text tells no more than some of it. */
const MAX_SEARCHED = 262_144;
const MAX_ANALYSED = 16_384;
/** Fewer bytes beyond ASCII fit almost any encoding: then only the language of the page counts. */
const MIN_TELLING = 8;
/** How certain the detector must be of an encoding that nothing else speaks for, in per cent. */
const MIN_CONFIDENCE = 20;
/** With this certainty an encoding is believed though the stated language is not written in it. */
const CERTAIN = 90;

/** The encodings of a language's undeclared pages, the likeliest first. */
const BY_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  ...encodingsOf('ja', 'shift_jis', 'euc-jp', 'iso-2022-jp'),
  ...encodingsOf('zh', 'gb18030', 'big5'),
  ...encodingsOf('ko', 'euc-kr'),
  ...encodingsOf('ru uk be bg mk sr kk', 'windows-1251', 'koi8-r', 'iso-8859-5'),
  ...encodingsOf('pl cs sk hu sl hr bs ro sq', 'windows-1250', 'iso-8859-2'),
  ...encodingsOf('el', 'windows-1253', 'iso-8859-7'),
  ...encodingsOf('tr az', 'windows-1254', 'iso-8859-9'),
  ...encodingsOf('he yi', 'windows-1255', 'iso-8859-8'),
  ...encodingsOf('ar fa ur', 'windows-1256', 'iso-8859-6'),
  ...encodingsOf('lt lv et', 'windows-1257'),
  ...encodingsOf('en de fr es it pt nl da sv no nb nn fi is ca', 'windows-1252', 'iso-8859-1'),
};

function encodingsOf(languages: string, ...encodings: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(languages.split(' ').map(language => [language, encodings]));
}

/**
 * The encoding of a page that declares none and is not UTF-8, judged from its text and from the language that it states;
 * undefined when neither tells.
 */
export function detectCharset(bytes: Buffer): string | undefined {
  const html = bytes.toString('latin1', 0, MAX_SEARCHED);
  const expected = BY_LANGUAGE[languageOf(html)] ?? [];
  const text = tellingText(html);
  if (text.replace(/[\u0000-\u007f]+/g, '').length < MIN_TELLING) return expected[0];
  const matches = analyse(Buffer.from(text, 'latin1')).map(match => ({
    charset: match.name.toLowerCase(),
    confidence: match.confidence,
  }));
  const [best] = matches;
  if (best === undefined) return expected[0];
  if (expected.length === 0) return best.confidence >= MIN_CONFIDENCE ? best.charset : undefined;
  if (best.confidence >= CERTAIN) return best.charset;
  return matches.find(match => expected.includes(match.charset))?.charset ?? expected[0];
}

function languageOf(html: string): string {
  return /<html\b[^>]{0,1000}?\slang\s*=\s*["']?([a-z]{2})/i.exec(html)?.[1]?.toLowerCase() ?? '';
}

/** The texts between tags that have characters beyond ASCII: all else only looks like English. */
function tellingText(html: string): string {
  return html
    .split(/<[^<>]{0,2000}>/)
    .filter(text => /[\u0080-\u00ff]/.test(text))
    .join(' ')
    .slice(0, MAX_ANALYSED);
}
