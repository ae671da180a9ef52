import type { AuthorRecord } from '../../shared/authors/record.ts';

/** A stored author with defaults for all fields that are not given. */
export function authorRecord(given: Partial<AuthorRecord> = {}): AuthorRecord {
  return {
    id: 7,
    name: 'ada',
    first_name: 'Ada',
    last_name: 'Byron',
    email: null,
    about_html: '',
    image_id: null,
    fb_id: null,
    specific_data: {},
    role: 'Editor',
    status: 'active',
    created_ts: 1,
    ...given,
  };
}
