import { describe, expect, it } from 'vitest';
import { distinctTags, tagKey } from '../../../shared/text/tag.ts';

describe('tags', () => {
  it('are compared without case, outer space and way of composing', () => {
    expect(tagKey('  Café ')).toBe(tagKey('CAFE\u0301'));
    expect(tagKey('a b')).not.toBe(tagKey('ab'));
  });

  it('are kept trimmed, once each, in order, as first written', () => {
    expect(distinctTags([' News', 'sport', 'NEWS', '', '  ', 'Sport ', 'b'])).toEqual(['News', 'sport', 'b']);
  });
});
