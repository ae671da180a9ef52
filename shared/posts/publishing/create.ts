import { nowTs } from '../../platform/core/clock.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { DEFAULTS } from '../record/fields.ts';
import type { PostCreateInput } from '../record/input.ts';
import type { Post } from '../record/post.ts';
import { API_PROVIDER, type PostRecord } from '../record/record.ts';
import { desiredBasename } from './basename.ts';
import { changePost } from './change.ts';
import { composePost } from './compose.ts';
import { CREATE } from './lifecycle.ts';
import { referencesIn } from './membership.ts';

/** Creates a draft, or a post that is published at once. @throws InvalidInput, Conflict (provider_post_id taken), TooLarge */
export async function createPost(
  input: PostCreateInput,
  status: 'draft' | 'published',
  caller: Caller,
): Promise<Post> {
  const transition = CREATE[status === 'draft' ? 'drafts' : 'posts'];
  return await changePost({
    transition,
    caller,
    read: () => Promise.resolve(null),
    references: referencesIn(input),
    compose: async (_, directory) => {
      const blank = { value: blankPost(input, caller), content: null };
      const { next, content } = await composePost(blank, input, caller, directory);
      const named = { ...next, basename: desiredBasename(next) };
      return { next: transition.apply(named, nowTs()), content };
    },
  });
}

function blankPost(
  { headline, created_ts, updated_ts, provider_post_id }: PostCreateInput,
  caller: Caller,
): PostRecord {
  const now = nowTs();
  return {
    id: newId(),
    status: 'draft',
    headline,
    basename: '',
    ...DEFAULTS,
    explicit_sections: [],
    auto_sections: [],
    primary_section: null,
    judged_rev: 0,
    roar_author_ids: [caller.authorId],
    created_by: caller.authorId,
    provider_id: API_PROVIDER,
    provider_post_id: provider_post_id === '' ? null : (provider_post_id ?? null),
    created_ts: created_ts ?? now,
    dated: typeof created_ts === 'number',
    updated_ts: updated_ts ?? now,
    inserted_ts: now,
    first_published_ts: null,
    last_published_ts: null,
    scheduled_at: null,
    scheduled_by: null,
    removed_ts: null,
    content_version: 0,
    description: '',
    words_count: 0,
  };
}
