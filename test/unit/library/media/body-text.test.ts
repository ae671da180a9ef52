import { expect, it } from 'vitest';
import { readBodyText } from '../../../../shared/library/media/body-text.ts';

it('reads the visible text of a body without its shortcodes', () => {
  const body =
    '<p>The bridge [media-image 0123456789abcdef0123456789abcdef] is <b>open</b></p><script>no()</script>';
  expect(readBodyText(body)).toBe(readBodyText(body));
  expect(readBodyText(body)).toBe('The bridge is open');
});

it('keeps the texts of different bodies apart', () => {
  expect(['<p>One</p>', '<p>Two</p>', '<p>One</p>'].map(readBodyText)).toEqual(['One', 'Two', 'One']);
});
