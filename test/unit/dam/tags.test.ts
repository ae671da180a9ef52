import { describe, expect, it } from 'vitest';
import { tagsSentBy, tagsShownTo } from '../../../shared/dam/tags.ts';
import { ADMIN } from '../../support/engines.ts';

const OTHER = { ...ADMIN, admin: false };
const CURRENT = ['old', '*kept', ' too '];

describe('tags', () => {
  it('are shown whole to administrators, and to others without those that begin with *', () => {
    expect(tagsShownTo(ADMIN, ['a', '*b'])).toEqual(['a', '*b']);
    expect(tagsShownTo(OTHER, ['a', '*b', 'c*'])).toEqual(['a', 'c*']);
  });

  it('sent by an administrator are all that there are then', () => {
    expect(tagsSentBy(ADMIN, ['A', 'a', '*b', ' *B '], CURRENT)).toEqual(['A', '*b']);
    expect(tagsSentBy(ADMIN, [], CURRENT)).toEqual([]);
  });

  it('sent by others neither bring nor take what they can’t see', () => {
    expect(tagsSentBy(OTHER, ['new', '*mine', ' *mine too'], CURRENT)).toEqual(['new', '*kept']);
    expect(tagsSentBy(OTHER, [], CURRENT)).toEqual(['*kept']);
    expect(tagsSentBy(OTHER, ['*mine'])).toEqual([]);
  });
});
