import { describe, expect, it } from 'vitest';
import { distinctTags, isAdminTag, isPublicTag, tagKey } from '../../../../shared/platform/text/tag.ts';

describe('tagKey() and distinctTags()', () => {
  it('tagKey() ignores case, outer space and the normal form', () => {
    expect(tagKey('  Café ')).toBe(tagKey('CAFE\u0301'));
    expect(tagKey('a b')).not.toBe(tagKey('ab'));
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
