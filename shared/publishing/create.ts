import { nowTs } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Caller } from '../http/caller.ts';
import { EMPTY_CONTENT, requireFitting } from '../posts/content.ts';
import { DEFAULTS } from '../posts/fields.ts';
import type { PostCreateInput } from '../posts/input.ts';
import { NO_STATS, type Post } from '../posts/post.ts';
import { API_PROVIDER, type PostRecord } from '../posts/record.ts';
import { sectionDirectory } from '../sections/read.ts';
import { retryContended } from '../store/retry.ts';
import { webhookEvents } from '../webhooks/event.ts';
import { readWantedActions } from '../webhooks/read.ts';
import { saveUnderBasename, desiredBasename } from './basename.ts';
import { compose, composeContent, describeBody } from './compose.ts';
import { asPublished } from './lifecycle.ts';
import { referencesIn } from './membership.ts';
import { storeContent } from './stored-content.ts';

/** Creates a draft, or a post that is published at once. @throws InvalidInput, Conflict (provider_post_id taken), TooLarge */
export async function createPost(
  input: PostCreateInput,
  status: 'draft' | 'published',
  caller: Caller,
): Promise<Post> {
  const content = composeContent(EMPTY_CONTENT, input) ?? EMPTY_CONTENT;
  requireFitting(content);
  return await retryContended(async () => {
    const [directory, wanted] = await Promise.all([
      sectionDirectory(referencesIn(input)),
      readWantedActions(),
    ]);
    const blank = { ...blankPost(input, caller), ...describeBody(content.body) };
    const composed = await compose(blank, input, caller, directory);
    const stored = await storeContent(blank.id, content);
    const draft = { ...composed, basename: desiredBasename(composed) };
    const next = status === 'published' ? asPublished(draft, nowTs()) : draft;
    const action = status === 'published' ? 'post_create' : 'draft_create';
    const change = { action, before: null, next, version: 1, userId: caller.authorId } as const;
    const events = webhookEvents(wanted, change);
    const save = { current: null, next, content: stored, directory, events };
    const [saved] = await Promise.all([saveUnderBasename(save), stored.safeForm]);
    return { ...saved, content, stats: NO_STATS, object: stored.object };
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
