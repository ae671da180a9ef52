import { describe, expect, it } from 'vitest';
import { tagsSentBy, tagsShownTo } from '../../../../shared/library/dam/record.ts';
import { ADMIN } from '../../../support/aws/engines.ts';

const OTHER = { ...ADMIN, admin: false };
const CURRENT = ['old', '*kept', ' too '];

describe('tagsShownTo() and tagsSentBy()', () => {
  it('show all tags to administrators, and to others those without a leading *', () => {
    expect(tagsShownTo(ADMIN, ['a', '*b'])).toEqual(['a', '*b']);
    expect(tagsShownTo(OTHER, ['a', '*b', 'c*'])).toEqual(['a', 'c*']);
  });

  it('replace all tags when an administrator sends them', () => {
    expect(tagsSentBy(ADMIN, ['A', 'a', '*b', ' *B '], CURRENT)).toEqual(['A', '*b']);
    expect(tagsSentBy(ADMIN, [], CURRENT)).toEqual([]);
  });

  it('keep hidden tags, and drop new ones, when others send tags', () => {
    expect(tagsSentBy(OTHER, ['new', '*mine', ' *mine too'], CURRENT)).toEqual(['new', '*kept']);
    expect(tagsSentBy(OTHER, [], CURRENT)).toEqual(['*kept']);
    expect(tagsSentBy(OTHER, ['*mine'])).toEqual([]);
  });
});
