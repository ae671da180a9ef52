import { BLOCK, findTextEnd, SPACE } from './patterns.ts';

const TWO_BREAKS = new RegExp(`<br${SPACE}*/?>${SPACE}*<br${SPACE}*/?>`, 'g');
const BLOCK_BEGINS = new RegExp(`<${BLOCK}[ \\t\\n\\v\\f\\r/>]`, 'g');
const BLOCK_ENDS = new RegExp(`</${BLOCK}>`, 'g');
const RULE = new RegExp(`<hr${SPACE}*/?>`, 'g');

/** Two breaks end a paragraph, and so does every beginning and end of a block. */
export function separateBlocks(text: string): string {
  return text
    .replace(TWO_BREAKS, '\n\n')
    .replace(BLOCK_BEGINS, '\n\n$&')
    .replace(BLOCK_ENDS, '$&\n\n')
    .replace(RULE, '$&\n\n')
    .replace(/\r\n?/g, '\n');
}

const ANY_BLOCK = `(</?${BLOCK}[^>]*>)`;
const EMPTY = new RegExp(`<p>${SPACE}*</p>`, 'g');
const ONLY_BLOCK = new RegExp(`<p>${SPACE}*${ANY_BLOCK}${SPACE}*</p>`, 'g');
const BEFORE_BLOCK = new RegExp(`<p>${SPACE}*${ANY_BLOCK}`, 'g');

/** Takes the blocks out of the paragraphs that were put around them. */
export function unwrapBlocks(text: string): string {
  const unwrapped = text
    .replace(EMPTY, '')
    .replace(/<p>([^<]+)<\/(div|address|form)>/g, '<p>$1</p></$2>')
    .replace(ONLY_BLOCK, '$1')
    .split('\n')
    .map(unwrapListItems)
    .join('\n')
    .replace(/<p><blockquote([^>]*)>/gi, '<blockquote$1><p>')
    .replaceAll('</blockquote></p>', '</p></blockquote>')
    .replace(BEFORE_BLOCK, '$1');
  return removeAfterBlocks(unwrapped, '</p>');
}

/** A line ends at line feeds only: `.` would end at U+2028 too. Looks only as far as the last end of a paragraph, so that each search finds one. */
function unwrapListItems(line: string): string {
  const end = line.lastIndexOf('</p>') + 4;
  return line.slice(0, end).replace(/<p>(<li[^\n]+?)<\/p>/g, '$1') + line.slice(end);
}

const BLOCK_TAG = new RegExp(`</?${BLOCK}`);

/**
 * Removes a tag, with the white space before it, after the tag of a block. Of each `removed` it looks back to the tag before it: the
 * other way round, each beginning of a tag that has no end would be searched to the end of the text.
 */
export function removeAfterBlocks(text: string, removed: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf(removed); at !== -1; at = text.indexOf(removed, at + removed.length)) {
    const end = findTextEnd(text, at);
    // The tag may not begin before the tag that was removed last.
    const tag =
      text[end - 1] === '>' ? text.slice(Math.max(done, text.lastIndexOf('>', end - 2) + 1), end) : '';
    if (!BLOCK_TAG.test(tag)) continue;
    parts.push(text.slice(done, end));
    done = at + removed.length;
  }
  return [...parts, text.slice(done)].join('');
}
