import { describe, expect, it } from 'vitest';
import { expand } from '../../../../shared/library/media/expand.ts';
import { findShortcodes } from '../../../../shared/library/media/shortcode.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { countSteps } from '../../../support/time/steps.ts';

const ID = '0123456789abcdef0123456789abcdef';
const IMAGE = `[media-image ${ID}]`;
const LINKED = `<a href="x"><img src="y"></a>`;

/** The HTML with every shortcode that is found replaced by @. */
function marked(html: string): string {
  return expand(html, findShortcodes(html), () => '@');
}

function readAttributes(html: string): [string, string][] {
  return [...(findShortcodes(html)[0]?.attributes ?? [])];
}

describe('findShortcodes()', () => {
  it('ends at the first ] when a quote is never closed', () => {
    expect(marked(`[media-image ${ID} alt="a] b] c`)).toBe('@ b] c');
  });

  it('finds a shortcode without attributes when these are longer than 50,000 characters', () => {
    const [found] = findShortcodes(`[media-image ${ID} alt="${'x'.repeat(50_001)}"]`);
    expect(found).toMatchObject({ id: ID });
    expect(found?.attributes.size).toBe(0);
  });

  it.each([
    [IMAGE, 'image'],
    [`[media-asset ${ID} dam=1 expand=1]`, 'asset'],
    [`[media-document-pdf ${ID} site_id=1 original_filename="a.pdf"]`, 'document'],
    [`[MEDIA-Image ${ID.toUpperCase()}]`, 'image'],
    [`[media-image&nbsp;${ID} ]`, 'image'],
  ])('finds %s', (text, kind) => {
    expect(findShortcodes(`<p>${text}</p>`)).toMatchObject([
      { kind, id: ID, start: 3, end: 3 + text.length },
    ]);
  });

  it.each([
    `[media-image ${ID}`,
    `[media-image ${ID.slice(1)}]`,
    `[media-image ${ID}0]`,
    `[media-image${ID}]`,
    `[media-document ${ID}]`,
    `[media-video ${ID}]`,
    `[youtube https://youtu.be/x expand=1]`,
    `&#91;media-image ${ID}&#93;`,
    `[media-image ${ID} [x]`,
  ])('does not find %s', text => {
    expect(findShortcodes(`<p>${text}</p>`)).toEqual([]);
  });

  it('ends a shortcode at the first ] outside quotes, or else at the first', () => {
    expect(marked(`[media-asset ${ID} alt="a ] b"] c]`)).toBe('@ c]');
    expect(marked(`[media-asset ${ID} alt="5" wide"] c`)).toBe('@ c');
    expect(marked(`[media-asset ${ID} alt="a] c`)).toBe('@ c');
  });

  it('returns unescaped attributes', () => {
    const written = 'a=1 alt="&quot;A&quot; &lt;b&gt; &amp;amp; &#91;c&#93;" constructor=x';
    expect(readAttributes(`[media-asset ${ID} ${written}]`)).toEqual([
      ['a', '1'],
      ['alt', '"A" <b> &amp; [c]'],
      ['constructor', 'x'],
    ]);
    expect(readAttributes(`[media-asset ${ID} alt=&quot;by an editor&quot;]`)).toEqual([
      ['alt', 'by an editor'],
    ]);
  });
});

describe('findShortcodes() outside text', () => {
  it.each([
    ['in an attribute', `<p title="${IMAGE}" data-x='${IMAGE}' class=${IMAGE}>`],
    ['in a comment', `<!-- ${IMAGE} --!`],
    ['in what browsers take for a comment', `<?${IMAGE}></ ${IMAGE}><!${IMAGE}>`],
    ['in a script', `<script>"${IMAGE}"</script>`],
    ['in a style', `<STYLE>${IMAGE}</STYLE>`],
    ['in a text field', `<textarea>${IMAGE}</textarea>`],
    ['in a choice', `<select><option>${IMAGE}</select>`],
    ['in a template', `<template><p>${IMAGE}</p></template>`],
    ['in SVG', `<svg><title>a</title><text>${IMAGE}</text></svg>`],
    ['after a CDATA section, which browsers don’t know', `<![CDATA[ > <a title="]]> ${IMAGE}">`],
    ['after a script that may not have ended', `<script><!-- <script></script> ${IMAGE} --></script>`],
    ['after SVG that HTML has ended', `<svg><p><math></svg>${IMAGE}`],
    ['after an end tag with attributes', `</p title=">${IMAGE}">`],
  ])('finds no shortcode %s', (_name, html) => {
    expect(marked(html)).toBe(html);
  });

  it('finds a shortcode after these elements have ended', () => {
    const before = `<!-- x --><script>"<!--"</script><style>a</style><svg><title>t</title><style>b</style></svg><svg/>`;
    expect(marked(`${before}<p>${IMAGE}</p >`)).toBe(`${before}<p>@</p >`);
  });
});

describe('expand()', () => {
  const expanded = (html: string): string => expand(html, findShortcodes(html), () => LINKED);

  it('keeps all other text unchanged', () => {
    const around = '<p onclick="x">Théo & Zoë 😀 a < b</p>\r\n\t[shortcode] &amp; ';
    expect(expanded(`${around}${IMAGE}${IMAGE}${around}`)).toBe(`${around}${LINKED}${LINKED}${around}`);
  });

  it('removes the link of an expansion within a link', () => {
    const inLink = '<span><img src="y"></span>';
    const html = `<a href="/"><b>${IMAGE}</b></a>${IMAGE}<A href="/">${IMAGE}`;
    expect(expanded(html)).toBe(`<a href="/"><b>${inLink}</b></a>${LINKED}<A href="/">${inLink}`);
  });

  it('limits the number of shortcodes and the size of the result', () => {
    const many = IMAGE.repeat(1500);
    expect(findShortcodes(many)).toHaveLength(1000);
    const large = expand(many, findShortcodes(many), () => 'x'.repeat(10_000));
    expect(large.length).toBeLessThan(many.length + 2 * 2 ** 20);
    expect(large).toContain(IMAGE);
  });
});

describe('findShortcodes() in a large body', () => {
  const units = [
    ...[IMAGE, `[media-image ${ID} "`, `[media-image ${ID} a="`, '[media-image ', ']"', '[', '<a>', '<', '&'],
    ...[
      '<!--',
      '<script>',
      '<script><!--',
      '<svg>',
      '<svg><title>',
      '<![CDATA[',
      '<noscript>',
      '<a x="',
      '</a ',
    ],
    `[media-image ${' '.repeat(1000)}`,
    `[media-image ${ID} ${'a'.repeat(2000)}]`,
    `[media-image ${ID} ${'a="'.repeat(700)}]`,
  ];

  /** For a body with this many characters of each unit, and for twice as many. */
  const countForBoth = async (characters: number, change?: (code: string) => string) => {
    const bodies = (size: number) => units.map(unit => IMAGE + unit.repeat(size / unit.length));
    const inputs = [...bodies(characters), ...bodies(2 * characters)];
    const steps = await countSteps('shared/library/media/shortcode.ts', 'findShortcodes', inputs, change);
    return units.map((unit, index) => ({
      unit: unit.slice(0, 60),
      growth: steps[units.length + index]! / steps[index]!,
    }));
  };
  const isSuperlinear = ({ growth }: { growth: number }) => growth > 2.2;

  it('takes linear time for any repeated text', async () => {
    expect((await countForBoth(rounds(2 ** 15, 2 ** 20))).filter(isSuperlinear)).toEqual([]);
  });

  it('takes longer if a shortcode may contain a [', async () => {
    const change = (code: string): string => {
      const changed = code.replace(' && text[at] !== "["', '');
      expect(changed).not.toBe(code);
      return changed;
    };
    const found = (await countForBoth(2 ** 15, change)).filter(isSuperlinear);
    expect(found.map(({ unit }) => unit)).toContain(`[media-image ${ID} "`);
  });
});
