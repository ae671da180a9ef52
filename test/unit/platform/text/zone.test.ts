import { describe, expect, it } from 'vitest';
import { dateIn, fullDateIn } from '../../../../shared/platform/text/zone.ts';

const ts = Date.UTC(2026, 10, 21, 3, 5) / 1000;

describe('dateIn() and fullDateIn()', () => {
  it('write a date in the given time zone', () => {
    expect(dateIn('UTC', ts)).toBe('11/21/2026');
    expect(dateIn('America/New_York', ts)).toBe('11/20/2026');
    expect(fullDateIn('UTC', ts)).toBe('November 21, 2026 at 3:05 AM');
    expect(fullDateIn('America/New_York', ts)).toBe('November 20, 2026 at 10:05 PM');
  });

  it('write dates before 1970', () => {
    expect(dateIn('UTC', -86_400)).toBe('12/31/1969');
  });
});
