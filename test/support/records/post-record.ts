import { DEFAULTS } from '../../../shared/posts/record/fields.ts';
import type { PostRecord } from '../../../shared/posts/record/record.ts';

/** A stored draft with defaults for all fields that are not given. */
export function postRecord(given: Partial<PostRecord> = {}): PostRecord {
  return {
    id: 7,
    status: 'draft',
    headline: 'A headline',
    basename: 'a-headline',
    ...DEFAULTS,
    explicit_sections: [],
    auto_sections: [],
    primary_section: null,
    judged_rev: 0,
    roar_author_ids: [1],
    created_by: 1,
    provider_id: 20,
    provider_post_id: null,
    created_ts: 1000,
    dated: false,
    updated_ts: 1000,
    inserted_ts: 1000,
    first_published_ts: null,
    last_published_ts: null,
    scheduled_at: null,
    scheduled_by: null,
    removed_ts: null,
    content_version: 1,
    description: '',
    words_count: 0,
    ...given,
  };
}
