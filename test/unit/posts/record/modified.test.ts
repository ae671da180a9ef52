import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../../shared/platform/core/clock.ts';
import { modifiedTs } from '../../../../shared/posts/record/modified.ts';

describe('modifiedTs()', () => {
  it('returns the later one of publication and update', () => {
    expect(modifiedTs({ created_ts: 5, updated_ts: 9 })).toBe(9);
    expect(modifiedTs({ created_ts: 9, updated_ts: 5 })).toBe(9);
  });

  it('returns the update of a post whose date is still to come', () => {
    expect(modifiedTs({ created_ts: nowTs() + 1000, updated_ts: 5 })).toBe(5);
  });

  it('returns no time in the future', () => {
    const later = nowTs() + 1000;
    expect(modifiedTs({ created_ts: 5, updated_ts: later })).toBeLessThan(later);
  });
});
