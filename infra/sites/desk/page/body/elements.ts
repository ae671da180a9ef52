const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements without an end tag. */
export const VOID = list('area base br col embed hr img input link meta param source track wbr');

/** Elements whose content is text up to their end tag, even where it looks like markup. */
export const TEXT_ONLY = list('script style textarea title iframe xmp plaintext noembed noframes');

/** Elements whose start ends an open paragraph, as the HTML standard says. */
export const ENDS_PARAGRAPH = list(
  'address article aside blockquote center details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup ' +
    'hr main menu nav ol p pre section summary table ul',
);

/** Elements that stand on lines of their own: whitespace at their edges means nothing. */
export const BLOCK = list(
  [
    ...[
      ...ENDS_PARAGRAPH,
      'caption',
      'col',
      'colgroup',
      'dd',
      'li',
      'tbody',
      'td',
      'tfoot',
      'th',
      'thead',
      'tr',
    ],
    ...['iframe', 'video', 'audio', 'script', 'style', 'object', 'embed', 'noscript', 'listicle', 'svg'],
  ].join(' '),
);

/** Elements of phrases, which are marks of the text that they contain. */
export const PHRASE = list(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var',
);

/** Wrappers: what they contain is edited as the top level is. */
export const WRAPPER = list('address article aside blockquote center div footer header main section');

export const HEADING = list('h1 h2 h3 h4 h5 h6');

/** Where the text without the whitespace around it begins and ends; a space that doesn’t break is no whitespace. */
export function findContent(text: string): { start: number; end: number } {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return { start, end };
}

const isSpace = (character: string | undefined): boolean =>
  character !== undefined && ' \t\n\r\f'.includes(character);
