import { isDeepStrictEqual } from 'node:util';
import type { PostRecord } from '../posts/record.ts';
import { INDEX_POST } from '../store/job-kinds.ts';
import { outboxItem, type OutboxItem } from '../store/outbox-item.ts';

/** The index job to put with a write of a post; none when its searchable texts are unchanged. */
export function createIndexJobs(
  current: PostRecord | null,
  next: PostRecord,
  hasNewContent: boolean,
): OutboxItem[] {
  const [before, after] = [searchedFields(current), searchedFields(next)];
  if (isDeepStrictEqual(before, after) && !(after && hasNewContent)) return [];
  return [outboxItem(INDEX_POST, { id: next.id }, 0)];
}

function searchedFields(post: PostRecord | null) {
  if (post?.status !== 'published') return null;
  const { created_ts, headline, subheadline, tags, roar_author_ids } = post;
  return { created_ts, headline, subheadline, tags, roar_author_ids };
}
