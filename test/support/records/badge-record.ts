import { BadgeRecord } from '../../../shared/taxonomy/badges/record.ts';
import { getDefaults } from '../../../shared/platform/core/complete.ts';

/** A stored badge with defaults for all fields that are not given. */
export function badgeRecord(given: Partial<BadgeRecord> = {}): BadgeRecord {
  return {
    ...getDefaults(BadgeRecord),
    id: 7,
    name: 'A badge',
    image_id: 70,
    order: 1,
    ...given,
  };
}
