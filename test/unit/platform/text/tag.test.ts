import { describe, expect, it } from 'vitest';
import {
  distinctTags,
  isAdminTag,
  isPublicTag,
  tagKey,
  toTagPath,
} from '../../../../shared/platform/text/tag.ts';

describe('tagKey() and distinctTags()', () => {
  it('tagKey() ignores case, outer space and the normal form', () => {
    expect(tagKey('  Café ')).toBe(tagKey('CAFE\u0301'));
    expect(tagKey('a b')).not.toBe(tagKey('ab'));
  });

  it('tagKey() of a key is the key, also of Greek capitals with two accents', () => {
    const capitals = [
      '\u03AA\u0301',
      '\u03AB\u0301',
      '\u0399\u0308\u0300',
      '\u03A5\u0308\u0342',
      '\u03A1\u0313',
    ];
    for (const capital of capitals) expect(tagKey(tagKey(capital))).toBe(tagKey(capital));
    expect(tagKey('\u03AB\u0301')).toBe('\u03B0');
  });

  it('distinctTags() keeps each tag that shows something once, trimmed, in order, as first written', () => {
    expect(distinctTags(['\u200b', ' \u2060 ', '\u3164'])).toEqual([]);
    expect(distinctTags([' News', 'sport', 'NEWS', '', '  ', 'Sport ', 'b'])).toEqual(['News', 'sport', 'b']);
  });
});

describe('isPublicTag() and isAdminTag()', () => {
  it.each(['', ' ', '\u200e', '\u200f\u2067', '\ufeff', ' \u200b '])(
    'hide tags with a mark behind invisible characters %j',
    start => {
      expect(['*a', '~a', 'a*', 'a'].map(tag => isPublicTag(start + tag))).toEqual([
        false,
        false,
        true,
        true,
      ]);
      expect(['*a', '~a', 'a*', 'a'].map(tag => isAdminTag(start + tag))).toEqual([
        true,
        false,
        false,
        false,
      ]);
    },
  );
});

describe('toTagPath()', () => {
  it.each([
    ['Town Hall', '/tags/town%20hall'],
    ['a/b', '/tags/a%2Fb'],
    ['x/', '/tags/x%2F/'],
    ['/', '/tags/%2F/'],
  ])('returns the path of %j', (tag, path) => {
    expect(toTagPath(tag)).toBe(path);
  });

  // Browsers and crawlers take them out of an address, also when they are percent-encoded.
  it.each(['.', '..', ' .. '])('returns no path of %j, which would be another page', tag => {
    expect(toTagPath(tag)).toBeUndefined();
  });
});
