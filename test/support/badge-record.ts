import type { BadgeRecord } from '../../shared/badges/record.ts';

/** A stored badge with defaults for all fields that are not given. */
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
