import { AuthorRecord } from '../../shared/authors/record.ts';
import { getDefaults } from '../../shared/core/complete.ts';

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
