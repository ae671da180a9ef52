import type { BadgeRecord } from '../../shared/badges/record.ts';

/** A badge as stored, of nothing but defaults and what is given. */
export function badgeRecord(given: Partial<BadgeRecord> = {}): BadgeRecord {
  return {
    id: 7,
    name: 'A badge',
    image_id: 70,
    tags: [],
    category: 0,
    description: '',
    link: null,
    order: 1,
    ...given,
  };
}
