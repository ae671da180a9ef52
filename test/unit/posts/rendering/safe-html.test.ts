import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expand } from '../../../../shared/library/media/expand.ts';
import { findShortcodes } from '../../../../shared/library/media/shortcode.ts';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  REMOVED_WITH_CONTENT,
} from '../../../../shared/posts/rendering/allowed-html.ts';
import { isPlain, makeSafe, SANITIZER } from '../../../../shared/posts/rendering/safe-html.ts';
import { EMBEDS, sanitize } from '../../../../shared/posts/rendering/sanitize.ts';
import { VECTORS } from './vectors.ts';

const SHORTCODE = `[media-image ${'0a'.repeat(16)} alt="A &quot;b&quot; < c & d"]`;
const MEDIUM = '<a href="https://example.org/">medium</a>';

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function readVersion(name: string): unknown {
  const description: unknown = JSON.parse(read(`../../../../node_modules/${name}/package.json`));
  return (description as { version: unknown }).version;
}

/** Imports, comments and line breaks don't change the rules. */
function readCode(file: string): string {
  return read(`../../../../shared/posts/rendering/${file}`)
    .replaceAll(/^import .*?;$|\/\*\*.*?\*\/|\/\/[^\n]*/gms, '')
    .replaceAll(/\s+/g, ' ');
}

describe('SANITIZER', () => {
  it('names the installed libraries and these rules (raise its number when the rules change)', () => {
    const [library, parser] = [readVersion('sanitize-html'), readVersion('htmlparser2')];
    const rules = createHash('sha256')
      .update(JSON.stringify([ALLOWED_TAGS, REMOVED_WITH_CONTENT, ALLOWED_ATTRIBUTES, EMBEDS]))
      .update(
        readCode('sanitize.ts') +
          readCode('nesting.ts') +
          readCode('text-runs.ts') +
          readCode('safe-html.ts').replace(SANITIZER, ''),
      )
      .digest('hex');
    expect([SANITIZER, rules.slice(0, 16)]).toEqual([
      `sanitize-html ${String(library)}, htmlparser2 ${String(parser)}, rules 2`,
      '469a5b2077bd9027',
    ]);
  });
});

describe('makeSafe()', () => {
  it('returns the same as the sanitizer for a text without shortcodes', () => {
    for (const vector of VECTORS) expect(makeSafe(vector).html).toBe(sanitize(vector, []));
  });

  it('returns a plain text without calling the sanitizer, which would not change it', () => {
    for (const text of ['', 'Plain “text” 😀', 'a\r\nb\tc', '[youtube https://youtu.be/x expand=1]']) {
      expect(isPlain(text)).toBe(true);
      expect(makeSafe(text).html).toBe(sanitize(text, []));
    }
    for (const text of ['<b>', 'a > b', '&amp;', SHORTCODE]) expect(isPlain(text)).toBe(false);
  });

  it.each(VECTORS)('expands a shortcode only where a medium is safe, next to and in %j', vector => {
    for (const body of [
      `${SHORTCODE}${vector}`,
      `${vector}${SHORTCODE}`,
      `<p>${SHORTCODE}<b onclick="x">${vector}${SHORTCODE}</b>`,
    ]) {
      const { html, shortcodes } = makeSafe(body);
      const shown = expand(html, shortcodes, () => MEDIUM);
      const before = sanitize(
        expand(body, findShortcodes(body), () => MEDIUM),
        [],
      );
      expect(shown).toBe(before);
    }
  });

  it('keeps the text of a shortcode, in which no tag can begin, and the element around it', () => {
    const { html, shortcodes } = makeSafe(`<p onclick="x">a ${SHORTCODE}</p><a href="/x">${SHORTCODE}</a>`);
    const text = SHORTCODE.replace(' < ', ' &lt; ');
    expect(html).toBe(`<p>a ${text}</p><a href="/x">${text}</a>`);
    expect(shortcodes.map(({ start, end }) => html.slice(start, end))).toEqual([text, text]);
    expect(shortcodes).toMatchObject([
      { kind: 'image', id: '0a'.repeat(16), alt: 'A "b" < c & d', inLink: false },
      { inLink: true },
    ]);
  });
});
