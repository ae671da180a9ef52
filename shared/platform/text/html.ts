import { allowedCodePoint } from '../values/clean.ts';
import { readTokens } from './tokens.ts';

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'textarea']);
const BLOCKS =
  /^(?:p|div|br|hr|li|ul|ol|h[1-6]|tr|td|th|table|section|article|figure|figcaption|blockquote|pre|header|footer)$/;

/** The visible text of an HTML fragment with collapsed white space: blocks are separated, scripts and styles left out. */
export function extractText(html: string): string {
  return fold(/[<&]/.test(html) ? readText(html).join('') : html);
}

function readText(html: string): string[] {
  const parts: string[] = [];
  let silent = '';
  let depth = 0;
  let opened = '';
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  const open = (name: string): void => {
    opened = name;
    if (silent === '' && SILENT.has(name)) silent = name;
    if (silent === name) depth++;
    if (BLOCKS.test(name)) parts.push(' ');
  };
  const close = (name: string): void => {
    if (silent === name && --depth === 0) silent = '';
    if (BLOCKS.test(name)) parts.push(' ');
  };
  const show = (text: string): void => {
    if (silent === '') parts.push(text);
  };
  readTokens(
    html,
    {
      onopentagname: (start, end) => open(nameAt(start, end)),
      onclosetag: (start, end) => close(nameAt(start, end)),
      onselfclosingtag: () => (opened === 'svg' ? close(opened) : undefined),
      ontext: (start, end) => show(html.slice(start, end)),
      ontextentity: codepoint => show(String.fromCodePoint(allowedCodePoint(codepoint))),
    },
    { decodeEntities: true },
  );
  return parts;
}

/** Most white space is a single blank already, and stays. */
function fold(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a value for HTML text and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character);
}
