import { describe, expect, it } from 'vitest';
import { toReadable } from '../../../shared/feeds/readable.ts';

const VIDEO = '[youtube https://www.youtube.com/watch?v=aaaaaaaaaaa&amp;t=1 expand=1]';
const ADDRESS = 'https://www.youtube.com/watch?v=aaaaaaaaaaa&amp;t=1';

describe('toReadable()', () => {
  it.each([
    ['an embed', `<p>Look: ${VIDEO}</p>`, `<p>Look: <a href="${ADDRESS}">${ADDRESS}</a></p>`],
    ['an embed in a link', `<a href="/x">${VIDEO}</a>`, `<a href="/x">${ADDRESS}</a>`],
    ['an embed in an attribute', `<p title="${VIDEO}">x</p>`, `<p title="${VIDEO}">x</p>`],
    ['a medium that is gone', `<p>a [media-image ${'0'.repeat(32)} alt="b"] c</p>`, '<p>a   c</p>'],
    ['other words in brackets', '<p>[sic]</p>', '<p>[sic]</p>'],
  ])('shows %s', (_what, html, shown) => {
    expect(toReadable(html)).toBe(shown);
  });
});
