/** White space as the rules mean it: ASCII only. */
export const SPACE = String.raw`[ \t\n\v\f\r]`;

/** The names of blocks. The rules also take a tag for a block whose name only begins like one: `<param>` for `<p>`. */
export const BLOCK = `(?:${[
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr',
  'fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary',
].join('|')})`;

/** The end of the text before the white space that ends at `end`. */
export function findTextEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && ' \t\n\v\f\r'.includes(text[at - 1] ?? '')) at -= 1;
  return at;
}
