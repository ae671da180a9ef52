import { describe, expect, it } from 'vitest';
import { escapeHtml, textOf } from '../../../shared/text/html.ts';

describe('textOf()', () => {
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
    expect(textOf(html)).toBe(text);
  });

  it.each([
    ['nested tags', '<div>'.repeat(400_000)],
    ['tags closed by others', '<div>'.repeat(200_000) + '</b>'.repeat(200_000)],
    ['silent tags', '<svg>'.repeat(400_000)],
    ['brackets', '<'.repeat(2_000_000)],
    ['ampersands', '&'.repeat(2_000_000)],
    ['open comments', '<!--'.repeat(500_000)],
  ])('takes linear time for 2 MB of %s', (_what, html) => {
    const began = performance.now();
    textOf(html);
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe('escapeHtml()', () => {
  it('escapes everything that could end an attribute or begin a tag', () => {
    expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
    );
  });

  it('is reversed by textOf()', () => {
    const text = `1 < 2 & "3" > '4'`;
    expect(textOf(escapeHtml(text))).toBe(text);
  });
});
