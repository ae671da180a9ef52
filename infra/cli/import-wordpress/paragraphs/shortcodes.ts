import { NextFinder } from './next.ts';

const SPACES = /(?:[\r\n\t \u00a0]|&nbsp;)*/y;
const PARAGRAPH_END = /(?:[\r\n\t \u00a0]|&nbsp;)*<\/p>/y;
const NAME = /\[([a-z][\w-]*)/iy;

/** The shortcodes of WordPress itself. */
const CORE = new Set(['audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption']);

/**
 * Takes shortcodes that stand alone in a paragraph out of it, as WordPress does after it has made the paragraphs (`shortcode_unautop`,
 * https://developer.wordpress.org/reference/functions/shortcode_unautop/): a shortcode that encloses several paragraphs leaves the first and the last
 * one. WordPress does this for shortcodes that a plugin has registered, which an export does not name: see `isShortcode`.
 */
export function unwrapShortcodes(text: string): string {
  const next = new NextFinder(text);
  const parts: string[] = [];
  let done = 0;
  for (let start = next.find('<p>', 0); start !== -1; start = next.find('<p>', Math.max(done, start + 1))) {
    const from = skip(SPACES, text, start + '<p>'.length) ?? start;
    const to = findEnd(text, from, next);
    if (to === undefined) continue;
    parts.push(text.slice(done, start), text.slice(from, to));
    done = skip(PARAGRAPH_END, text, to) ?? to;
  }
  return [...parts, text.slice(done)].join('');
}

/** The end of the shortcode that begins at `from` and ends a paragraph: with what it encloses, else its first tag. */
function findEnd(text: string, from: number, next: NextFinder): number | undefined {
  NAME.lastIndex = from;
  const name = NAME.exec(text)?.[1];
  if (name === undefined) return undefined;
  const attributes = from + 1 + name.length;
  const bracket = next.find(']', attributes);
  if (bracket === -1) return undefined;
  const isClosed = text[bracket - 1] === '/';
  const closing = `[/${name}]`;
  const close = isClosed ? -1 : next.find(closing, bracket + 1);
  if (!isClosed && close === -1 && !isShortcode(name, next, attributes, bracket)) return undefined;
  const ends = [...(close === -1 ? [] : [close + closing.length]), bracket + 1];
  return ends.find(end => skip(PARAGRAPH_END, text, end) !== undefined);
}

/**
 * Whether a tag without an end is a shortcode: one of WordPress, or one that no author writes in brackets: `[contact-form]`, `[map id=1]`,
 * but not `[sic]`.
 */
function isShortcode(name: string, next: NextFinder, from: number, to: number): boolean {
  const has = (sign: string): boolean => {
    const at = next.find(sign, from);
    return at !== -1 && at < to;
  };
  return CORE.has(name) || /[-_]/.test(name) || has('=') || has('://');
}

function skip(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
