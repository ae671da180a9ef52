import { describe, expect, it } from 'vitest';
import { escapeHtml, extractText } from '../../../../shared/platform/text/html.ts';
import { slowness } from '../../../support/time/cpu.ts';

const MAX_MS = 3000;

describe('extractText()', () => {
  it.each([
    ['plain   text\n', 'plain text'],
    ['<p>One</p><p>two</p>', 'One two'],
    ['wo<b>rd</b>', 'word'],
    ['a<br>b<hr/>c', 'a b c'],
    ['Fish &amp; chips &lt;3 &#8364; &nbsp;x', 'Fish & chips <3 € x'],
    ['<script>alert("<p>x</p>")</script>seen<style>p{}</style>', 'seen'],
    ['<svg><text>drawn</text></svg>seen', 'seen'],
    ['<svg/>seen', 'seen'],
    ['<template>a<template>b</template>c</template>seen', 'seen'],
    ['<STYLE>p{}</STYLE>SEEN<TEXTAREA>x</TEXTAREA>', 'SEEN'],
    ['</script></style>seen', 'seen'],
    ['<script>never closed', ''],
    ['<ul><li>a<li>b</ul>', 'a b'],
    ['<!-- hidden -->seen<!-- <p>', 'seen'],
    ['5 < 6 & 7 > 6', '5 < 6 & 7 > 6'],
    ['', ''],
  ])('returns for %j the text %j', (html, text) => {
    expect(extractText(html)).toBe(text);
  });

  it.each([
    ['nested tags', (bytes: number) => '<div>'.repeat(bytes / 5)],
    ['tags closed by others', (bytes: number) => '<div>'.repeat(bytes / 10) + '</b>'.repeat(bytes / 10)],
    ['silent tags', (bytes: number) => '<svg>'.repeat(bytes / 5)],
    ['brackets', (bytes: number) => '<'.repeat(bytes)],
    ['ampersands', (bytes: number) => '&'.repeat(bytes)],
    ['open comments', (bytes: number) => '<!--'.repeat(bytes / 4)],
  ])('takes linear time for 2 MB of %s', (_what, makeHtml) => {
    const [small, large] = [makeHtml(500_000), makeHtml(2_000_000)];
    expect(
      slowness({ small: () => extractText(small), large: () => extractText(large) }, MAX_MS),
    ).toBeUndefined();
  });
});

describe('escapeHtml()', () => {
  it('escapes everything that could end an attribute or begin a tag', () => {
    expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
    );
  });

  it('is reversed by extractText()', () => {
    const text = `1 < 2 & "3" > '4'`;
    expect(extractText(escapeHtml(text))).toBe(text);
  });
});
