import { describe, expect, it } from 'vitest';
import { changedTs } from '../../../../shared/posts/record/modified.ts';

describe('changedTs()', () => {
  it.each([
    ['the update of a published post', { created_ts: 5, updated_ts: 9, inserted_ts: 1 }, 9],
    [
      'the publication of a post that was last edited before it',
      { created_ts: 9, updated_ts: 5, inserted_ts: 1 },
      9,
    ],
    [
      'the update of a post whose date is still to come',
      { created_ts: 11, updated_ts: 5, inserted_ts: 1 },
      5,
    ],
    [
      'the creation of a post whose times are all still to come',
      { created_ts: 11, updated_ts: 12, inserted_ts: 7 },
      7,
    ],
  ])('returns %s', (_what, post, expected) => {
    expect(changedTs(post, 10)).toBe(expected);
  });
});
