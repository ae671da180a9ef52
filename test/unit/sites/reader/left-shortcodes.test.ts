import { describe, expect, it } from 'vitest';
import { renderBody } from '../../../../infra/sites/reader/body/body.ts';
import { FRAME } from '../../../support/web/reader-frame.ts';

function show(html: string): string {
  return renderBody(html, FRAME).text.replaceAll(' dir="auto"', '');
}

const PLAYER = '<audio controls preload="none" src="https://a.example/b.mp3?c&amp;d"></audio>';

it('shows nothing in the place of a medium that is gone', () => {
  const id = '0123456789abcdef0123456789abcdef';
  for (const kind of ['image', 'asset', 'document-pdf'])
    expect(show(`<p>a [media-${kind} ${id} alt="b &quot;c&quot;" expand=1] d</p>`)).toBe('<p>a  d</p>');
  expect(show(`<p><code>[media-image ${id}]</code></p>`)).toBe(`<p><code>[media-image ${id}]</code></p>`);
});

describe('shortcodes of WordPress in a body', () => {
  it.each([
    ['<p>[audio https://a.example/b.mp3?c&amp;d]</p>', `<p>${PLAYER}</p>`],
    ['<p>[audio https://a.example/b.mp3?c&amp;d|titles=One]</p>', `<p>${PLAYER}</p>`],
    ['<p>Before [playlist ids="1,2"] after</p>', '<p>Before  after</p>'],
    ['<p>[playlist type="video" ids="1"]</p>', '<p></p>'],
    ['<p>[playlist]</p>', '<p></p>'],
    ['[caption id="a" width="3"]<b>One</b> text[/caption]', '<b>One</b> text'],
    ['<p>[wp_caption]Text[/wp_caption]</p>', '<p>Text</p>'],
  ])('that are left: %s', (html, shown) => {
    expect(show(html)).toBe(shown);
  });

  it.each([
    '<p>[audio recording] [audio] [caption missing] [playlists]</p>',
    '<p>[audio javascript:alert(1)]</p>',
    '<p>[[playlist ids="1"]] [[caption]Text[/caption]]</p>',
    '<p><code>[playlist ids="1"]</code></p>',
  ])('that are none, or written about: %s', html => {
    expect(show(html)).toBe(html);
  });

  it('take linear time', () => {
    for (const hostile of ['[audio https://', '[caption a', '[caption =', '[playlist ='])
      expect(show(`<p>${hostile.repeat(50_000)}</p>`)).toContain(hostile);
  }, 10_000);
});
