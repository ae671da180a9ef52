import { AuthorRecord } from '../../../shared/people/authors/record.ts';
import { getDefaults } from '../../../shared/platform/core/complete.ts';

/** A stored author with defaults for all fields that are not given. */
export function authorRecord(given: Partial<AuthorRecord> = {}): AuthorRecord {
  return {
    ...getDefaults(AuthorRecord),
    id: 7,
    name: 'ada',
    first_name: 'Ada',
    last_name: 'Byron',
    role: 'Editor',
    created_ts: 1,
    ...given,
  };
}
