import { analyse } from 'chardet';

/** More text doesn't improve the result. */
const MAX_SEARCHED_LENGTH = 262_144;
const MAX_ANALYSED_LENGTH = 16_384;
/** Fewer bytes beyond ASCII fit almost any encoding; then only the page's language decides. */
const MIN_NON_ASCII_LENGTH = 8;
/** Minimum confidence, in per cent, of the detector when the language is unknown. */
const MIN_CONFIDENCE = 20;
/** With this confidence, in per cent, the detector overrules the stated language. */
const OVERRULING_CONFIDENCE = 90;

/** The encodings of a language's undeclared pages, the most frequent first. */
const BY_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  ...mapEncodings('ja', 'shift_jis', 'euc-jp', 'iso-2022-jp'),
  ...mapEncodings('zh', 'gb18030', 'big5'),
  ...mapEncodings('ko', 'euc-kr'),
  ...mapEncodings('ru uk be bg mk sr kk', 'windows-1251', 'koi8-r', 'iso-8859-5'),
  ...mapEncodings('pl cs sk hu sl hr bs ro sq', 'windows-1250', 'iso-8859-2'),
  ...mapEncodings('el', 'windows-1253', 'iso-8859-7'),
  ...mapEncodings('tr az', 'windows-1254', 'iso-8859-9'),
  ...mapEncodings('he yi', 'windows-1255', 'iso-8859-8'),
  ...mapEncodings('ar fa ur', 'windows-1256', 'iso-8859-6'),
  ...mapEncodings('lt lv et', 'windows-1257'),
  ...mapEncodings('en de fr es it pt nl da sv no nb nn fi is ca', 'windows-1252', 'iso-8859-1'),
};

function mapEncodings(languages: string, ...encodings: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(languages.split(' ').map(language => [language, encodings]));
}

/** The encoding of an undeclared page that is not UTF-8, by its text and stated language; undefined when neither decides. */
export function detectCharset(bytes: Buffer): string | undefined {
  const html = bytes.toString('latin1', 0, MAX_SEARCHED_LENGTH);
  const expected = BY_LANGUAGE[readLanguage(html)] ?? [];
  const text = nonAsciiText(html);
  if (text.replace(/[\u0000-\u007f]+/g, '').length < MIN_NON_ASCII_LENGTH) return expected[0];
  const matches = analyse(Buffer.from(text, 'latin1')).map(match => ({
    charset: match.name.toLowerCase(),
    confidence: match.confidence,
  }));
  const [best] = matches;
  if (best === undefined) return expected[0];
  if (expected.length === 0) return best.confidence >= MIN_CONFIDENCE ? best.charset : undefined;
  if (best.confidence >= OVERRULING_CONFIDENCE) return best.charset;
  return matches.find(match => expected.includes(match.charset))?.charset ?? expected[0];
}

function readLanguage(html: string): string {
  return /<html\b[^>]{0,1000}?\slang\s*=\s*["']?([a-z]{2})/i.exec(html)?.[1]?.toLowerCase() ?? '';
}

/** The texts between tags with characters beyond ASCII; the detector would take the others for English. */
function nonAsciiText(html: string): string {
  return html
    .split(/<[^<>]{0,2000}>/)
    .filter(text => /[\u0080-\u00ff]/.test(text))
    .join(' ')
    .slice(0, MAX_ANALYSED_LENGTH);
}
