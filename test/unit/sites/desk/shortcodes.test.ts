import { describe, expect, it } from 'vitest';
import {
  isPictureShortcode,
  markShortcodes,
  readAlt,
  toBare,
  writeAlt,
} from '../../../../infra/sites/desk/page/body/shortcodes.ts';
import { findShortcodes } from '../../../../shared/library/media/shortcode.ts';

const ID = '0123456789abcdef0123456789abcdef';
const written = (rest = ''): string => `[media-image ${ID}${rest}]`;
const marked = (source: string): string =>
  `<x-shortcode source="${source.replaceAll('"', '&quot;')}"></x-shortcode>`;

describe('the shortcode of a picture', () => {
  it('isPictureShortcode() takes whole shortcodes of pictures, as the service reads them', () => {
    const taken = [written(), written(' alt="A bridge"'), written('&nbsp;alt="]" expand=1')];
    for (const text of taken) {
      expect(isPictureShortcode(text)).toBe(true);
      expect(findShortcodes(text)).toMatchObject([{ start: 0, end: text.length, kind: 'image', id: ID }]);
    }
    const others = [written(' alt="["'), written(' alt="open'), written(' <b>'), `${written()}${written()}`];
    const ofOthers = [`[media-asset ${ID}]`, `[media-image ${ID}0]`, '[media-image 1]', ` ${written()}`];
    expect([...others, ...ofOthers].filter(isPictureShortcode)).toEqual([]);
  });

  it('markShortcodes() makes elements of those in figures, outside tags, and of no others', () => {
    const one = written(' alt="One"');
    expect(markShortcodes(`<figure>\n${one}<figcaption>x</figcaption></figure>`)).toBe(
      `<figure>\n${marked(one)}<figcaption>x</figcaption></figure>`,
    );
    for (const source of [`<p>${one}</p>`, `<figure><img alt='${one}'></figure>`, '<figure>x</figure>'])
      expect(markShortcodes(source)).toBe(source);
  });

  it('readAlt() and writeAlt() read and change the description, and nothing else', () => {
    expect([written(), written(' alt="A"'), written(' ALT=A expand=1')].map(readAlt)).toEqual([
      undefined,
      'A',
      'A',
    ]);
    const sources = ['', ' alt="A" expand=1', ' title="alt=x" alt=A', ' alt=&quot;A&quot;'];
    expect(sources.map(rest => writeAlt(written(rest), '$& "B" [c]'))).toEqual([
      written(' alt="$& &quot;B&quot; &#91;c&#93;"'.replace('&', '&amp;')),
      written(' alt="$& &quot;B&quot; &#91;c&#93;" expand=1'.replace('&', '&amp;')),
      written(' title="alt=x" alt="$& &quot;B&quot; &#91;c&#93;"'.replace('&', '&amp;')),
      written(' alt="$& &quot;B&quot; &#91;c&#93;"'.replace('&', '&amp;')),
    ]);
    for (const rest of sources)
      expect(findShortcodes(writeAlt(written(rest), '"] [b'))[0]?.attributes.get('alt')).toBe('"] [b');
  });

  it('toBare() leaves the id alone', () => {
    expect(toBare(written(' alt="A" expand=1'))).toBe(written());
  });
});
