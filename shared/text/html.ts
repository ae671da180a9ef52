import { Parser } from 'htmlparser2';

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'textarea']);
const BLOCKS =
  /^(?:p|div|br|hr|li|ul|ol|h[1-6]|tr|td|th|table|section|article|figure|figcaption|blockquote|pre|header|footer)$/;

/** The readable text of an HTML fragment, white space folded. Blocks are separated, scripts and styles left out. */
export function textOf(html: string): string {
  if (!/[<&]/.test(html)) return fold(html);
  const parts: string[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent++;
      if (BLOCKS.test(name)) parts.push(' ');
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent--;
      if (BLOCKS.test(name)) parts.push(' ');
    },
    ontext(text) {
      if (silent === 0) parts.push(text);
    },
  });
  parser.end(html);
  return fold(parts.join(''));
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For everything that we put into HTML, in text and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => ESCAPES[character] ?? character);
