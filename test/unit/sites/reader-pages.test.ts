import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FRAME } from '../../support/web/reader-frame.ts';
import { renderBody } from '../../../infra/sites/reader/body/body.ts';
import { toRange } from '../../../infra/sites/reader/dates.ts';
import { chooseTexts } from '../../../infra/sites/reader/texts/index.ts';
import { applyTheme } from '../../../infra/sites/reader/theme.ts';
import { parseSite } from '../../../shared/platform/site/site.ts';
import { Theme } from '../../../shared/platform/site/theme-schema.ts';

describe('renderBody()', () => {
  it.each([
    [
      'leaves no level of headings out',
      '<h1>a</h1><h4>b</h4><h2>c</h2>',
      '<h2 dir="auto">a</h2><h3 dir="auto">b</h3><h2 dir="auto">c</h2>',
    ],
    [
      'puts the outer table into a box that scrolls',
      '<table><tr><td><table></table></td></tr></table>',
      '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table dir="auto"><tr><td><table></table></td></tr></table></div>',
    ],
    [
      'lets code scroll by keyboard',
      '<pre><code>a</code></pre>',
      '<pre tabindex="0" dir="auto"><code>a</code></pre>',
    ],
    ['gives pictures a text', '<img src="a" />', '<img alt="" loading="lazy" src="a" />'],
    ['keeps the text of a picture', '<img src="a" alt="b" />', '<img loading="lazy" src="a" alt="b" />'],
    ['has one main element', '<main>a</main>', '<div>a</div>'],
    [
      'leaves shortcodes in code',
      '<code>[youtube https://youtu.be/aaaaaaaaaaa]</code>',
      '<code>[youtube https://youtu.be/aaaaaaaaaaa]</code>',
    ],
    ['leaves text in brackets', '<p>[sic] &lt;b&gt;</p>', '<p dir="auto">[sic] &lt;b&gt;</p>'],
    [
      'lets the text of each block choose its direction, also within a figure',
      '<div><p class="a">א</p><figure><img alt="" loading="lazy" src="a"><figcaption>ב</figcaption></figure></div>',
      '<div><p dir="auto" class="a">א</p><figure><img alt="" loading="lazy" src="a"><figcaption dir="auto">ב</figcaption></figure></div>',
    ],
    [
      'gives blocks within a list or a quote no direction of their own',
      '<ul><li><p>א</p></li></ul><blockquote><p>ב</p></blockquote><p>c</p>',
      '<ul dir="auto"><li><p>א</p></li></ul><blockquote dir="auto"><p>ב</p></blockquote><p dir="auto">c</p>',
    ],
    [
      'keeps the direction that a body states',
      '<blockquote dir="rtl"><p>1</p></blockquote>',
      '<blockquote dir="rtl"><p>1</p></blockquote>',
    ],
  ])('%s', (_what, html, expected) => {
    expect(renderBody(html, FRAME).text).toBe(expected);
  });

  it.each([
    [
      '<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa" title="&lt;b&gt;"></iframe>',
      'video',
      '&lt;b&gt;',
    ],
    [
      '<p>[youtube https://www.youtube.com/watch?v=aaaaaaaaaaa&amp;t=5 expand=1]</p>',
      'video',
      'Video from youtube.com',
    ],
    [
      '<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa" title="https://www.youtube.com/watch?v=aaaaaaaaaaa"></iframe>',
      'video',
      'Video from youtube.com',
    ],
  ])('shows the embed of %s behind a link', (html, shape, title) => {
    const { text } = renderBody(html, FRAME);
    expect(text).toContain(`<span class="embed ${shape}"><iframe srcdoc="`);
    expect(text).toContain(`title="${title}"`);
    expect(text).toContain('https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?autoplay=1');
    expect(text).not.toMatch(/<iframe[^>]* src=/);
  });
});

describe('toRange()', () => {
  it.each([
    ['UTC', '2026-11', '2026-11-01T00:00:00Z', '2026-11-30T23:59:59Z'],
    ['Europe/Berlin', '2026-03', '2026-02-28T23:00:00Z', '2026-03-31T21:59:59Z'],
    ['Pacific/Auckland', '2026-12', '2026-11-30T11:00:00Z', '2026-12-31T10:59:59Z'],
  ])('returns the seconds of a month in %s', (timeZone, month, from, to) => {
    const { start_ts, end_ts } = toRange(month, timeZone);
    expect([start_ts, end_ts]).toEqual([from, to].map(time => Date.parse(time) / 1000));
  });
});

describe('theme', () => {
  it('sets colors and type faces in the style sheet', () => {
    const theme = v.parse(Theme, { type: 'plain', colors: { accent: '#00AA00' } });
    expect(applyTheme('p{}', theme)).toMatch(
      /^p\{\}\n:root\{--accent:#00aa00;--paper:#fffdf8;--headline:system-ui/,
    );
  });

  it('refuses colors, links and blocks that would break the pages', () => {
    const theme = {
      colors: { accent: 'red;}' },
      menu: [{ title: 'X', url: 'javascript:alert(1)' }],
      blocks: ['weather'],
    };
    expect(() => parseSite({ theme })).toThrow(
      /theme\.colors\.accent: must be a color.*\n.*theme\.menu\.0\.url: must be a path.*\n.*theme\.blocks\.0: must be one of/,
    );
  });

  it('has labels in the site’s language, or English ones', () => {
    expect(['de-AT', 'ja', 'pt-BR'].map(language => chooseTexts(language).archive)).toEqual([
      'Archiv',
      'アーカイブ',
      'Archive',
    ]);
  });
});
