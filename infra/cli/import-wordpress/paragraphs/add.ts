import { removeAfterBlocks, separateBlocks, unwrapBlocks } from './blocks.ts';
import { joinLines, markLinesInTags, unmarkLinesInTags } from './lines.ts';
import { SPACE } from './patterns.ts';

const BREAK = '<br />';
const LINE_IN_SCRIPT = '<WPPreserveNewline />';
const SPACES = new RegExp(`${SPACE}+`, 'g');
const BREAK_BEFORE_BLOCK = new RegExp(`<br />(${SPACE}*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)`, 'g');
const PLACEHOLDER = /<pre wp-pre-tag-(\d+)><\/pre>/g;
const BETWEEN_PARAGRAPHS = new RegExp(`\\n${SPACE}*\\n`);

/**
 * WordPress stores the body of a classic post without its paragraphs, and makes them each time that it shows the post (`wpautop`). This
 * makes the same ones, by the rules of WordPress 6 (https://developer.wordpress.org/reference/functions/wpautop/) in their order: some
 * results look wrong, but they are what the site's readers have seen. Every step takes linear time.
 */
export function addParagraphs(body: string): string {
  if (/^[ \n\r\t\v\0]*$/.test(body)) return '';
  const { text, blocks } = setAside(`${body}\n`);
  const wrapped = joinLines(markLinesInTags(separateBlocks(text)))
    .split(BETWEEN_PARAGRAPHS)
    .map(piece => piece.replace(/^\n+/, '').replace(/\n$/, ''))
    .map(piece => (piece === '' ? '' : `<p>${piece}</p>\n`))
    .join('');
  const broken = addBreaks(unwrapBlocks(wrapped)).replace(/\n<\/p>(\n?)$/, '</p>$1');
  return unmarkLinesInTags(restore(broken, blocks));
}

/** Whether the block editor wrote a body. WordPress adds no paragraphs to it. */
export function hasEditorBlocks(body: string): boolean {
  return body.includes('<!-- wp:');
}

/** Replaces preformatted text, which stays as it is, by empty elements. A `</pre>` without its beginning is dropped. */
function setAside(body: string): { text: string; blocks: string[] } {
  if (!body.includes('<pre')) return { text: body, blocks: [] };
  const parts = body.split('</pre>');
  const last = parts.pop() ?? '';
  const blocks: string[] = [];
  const kept = parts.map(part => {
    const start = part.indexOf('<pre');
    if (start === -1) return part;
    blocks.push(`${part.slice(start)}</pre>`);
    return `${part.slice(0, start)}<pre wp-pre-tag-${blocks.length - 1}></pre>`;
  });
  return { text: kept.join('') + last, blocks };
}

function restore(text: string, blocks: readonly string[]): string {
  return text.replace(PLACEHOLDER, (whole, index: string) => blocks[Number(index)] ?? whole);
}

/** Makes breaks of the line feeds within paragraphs, except directly after a break and next to blocks. */
function addBreaks(text: string): string {
  const marked = markLinesInScripts(text).replace(/<br\/?>/g, BREAK);
  const broken = marked
    .replace(SPACES, (run, at: number) => {
      const from = marked.endsWith(BREAK, at) ? 1 : 0;
      const last = run.lastIndexOf('\n');
      return last < from ? run : `${run.slice(0, from)}${BREAK}\n${run.slice(last + 1)}`;
    })
    .replaceAll(LINE_IN_SCRIPT, '\n');
  return removeAfterBlocks(broken, BREAK).replace(BREAK_BEFORE_BLOCK, '$1');
}

/** Keeps the line feeds of elements whose contents are code. */
function markLinesInScripts(text: string): string {
  const parts: string[] = [];
  const withoutEnd = new Set<string>();
  let done = 0;
  for (const { 1: name = '', index } of text.matchAll(/<(script|style|svg)/g)) {
    if (index < done || withoutEnd.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index);
    if (end === -1) withoutEnd.add(name);
    else {
      parts.push(text.slice(done, index), text.slice(index, end).replaceAll('\n', LINE_IN_SCRIPT));
      done = end;
    }
  }
  return [...parts, text.slice(done)].join('');
}
