import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { TimedCache } from '../../platform/core/cache.ts';
import {
  backlogPartition,
  INDEX_USES,
  OUTBOX_PARTITION,
  outboxItem,
  type OutboxItem,
} from '../../platform/store/outbox/outbox-item.ts';
import { EMPTY_CONTENT, type Content } from '../record/content.ts';
import type { Post } from '../record/post.ts';
import { Posts } from '../record/posts.ts';
import type { PostRecord } from '../record/record.ts';
import { indexPosts } from '../search/index-posts.ts';
import { listFieldImages, listMentions, USED_IMAGES } from './index-images.ts';
import { listCarriedTags, noteTags } from './tag-names.ts';

/** A write of a post. */
interface Write {
  current: Post | null;
  /** Only when the content changes. */
  content?: { content: Content } | undefined;
  isImport?: boolean;
}

const Job = v.object({
  id: v.number(),
  /** Whether the images that the post names, or its place in lists, may have changed. */
  images: v.optional(v.boolean(), true),
  /** The tags that the post has gained or lost. */
  tags: v.optional(v.array(v.string()), () => []),
  /** Those of `tags` that the post has lost. Absent in jobs of earlier versions, whose posts may have lost any of them. */
  lost: v.optional(v.array(v.string())),
});

/** The job to put with a write that changes which images a post names, or which tags it carries: one item at most. */
export function createUsesJobs(
  { current, content, isImport = false }: Write,
  next: PostRecord,
): OutboxItem[] {
  const images = changesImages(current, next, content?.content);
  const { lost, gained } = compareTags(current?.value, next);
  const tags = [...lost, ...gained];
  if (!images && tags.length === 0) return [];
  const partition = isImport ? backlogPartition(next.id) : OUTBOX_PARTITION;
  return [outboxItem(INDEX_USES, { id: next.id, images, tags, lost }, 0, partition)];
}

/** The job to put with the deletion of a removed post, which carries no tags. */
export function createPurgeJob(id: number): OutboxItem {
  return outboxItem(INDEX_USES, { id }, 0);
}

function changesImages(current: Post | null, next: PostRecord, content: Content | undefined): boolean {
  const [before, after] = [current ? listFieldImages(current.value) : [], listFieldImages(next)];
  if (!isDeepStrictEqual(before, after)) return true;
  const mentioned = listMentions(current?.content ?? EMPTY_CONTENT);
  if (content && !isDeepStrictEqual(mentioned, listMentions(content))) return true;
  if (current === null || current.value.created_ts === next.created_ts) return false;
  const isUnread = current.content === null;
  return isUnread || after.length + mentioned.images.length + mentioned.shortcodes.length > 0;
}

function compareTags(before: PostRecord | undefined, after: PostRecord) {
  const [had, has] = [new Set(before ? listCarriedTags(before) : []), new Set(listCarriedTags(after))];
  return { lost: [...had].filter(tag => !has.has(tag)), gained: [...has].filter(tag => !had.has(tag)) };
}

/** Runs such jobs. */
export async function indexUses(jobs: readonly unknown[]): Promise<void> {
  const parsed = jobs.map(job => v.parse(Job, job));
  const changed = parsed.filter(({ images }) => images);
  await Promise.all([
    changed.length > 0 && indexPosts(changed, USED_IMAGES),
    noteTags(
      parsed.flatMap(({ tags }) => tags),
      parsed.flatMap(({ tags, lost = tags }) => lost),
    ),
  ]);
}

/** Tags that this process has counted during a backfill: later changes of their posts have jobs. */
const entered = new TimedCache<string, true>(3_600_000, 10_000);

/** Enters a post of an earlier version. */
export async function enterUses(id: number): Promise<void> {
  const post = await Posts.find(id, { consistent: true });
  const tags = post ? listCarriedTags(post.value).filter(tag => !entered.get(tag)) : [];
  await indexUses([{ id, tags }]);
  for (const tag of tags) entered.set(tag, true);
}
