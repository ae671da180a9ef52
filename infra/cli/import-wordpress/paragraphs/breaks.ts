import { removeAfterBlocks } from './blocks.ts';
import { SPACE } from './patterns.ts';

const BREAK = '<br />';
const LINE_IN_SCRIPT = '<WPPreserveNewline />';
const SPACES = new RegExp(`${SPACE}+`, 'g');
const BREAK_BEFORE_BLOCK = new RegExp(`<br />(${SPACE}*</?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>)`, 'g');

/** Makes breaks of the line feeds within paragraphs, except directly after a break and next to blocks. */
export function addBreaks(text: string): string {
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
