import { Authors } from '../../../shared/people/authors/record.ts';
import { restoreAuthor } from '../../../shared/people/authors/write.ts';
import { Badges } from '../../../shared/taxonomy/badges/record.ts';
import { restoreBadge } from '../../../shared/taxonomy/badges/write.ts';
import { Assets } from '../../../shared/library/dam/assets.ts';
import { saveAsset } from '../../../shared/library/dam/save.ts';
import { Documents } from '../../../shared/library/documents/record.ts';
import { restoreDocument } from '../../../shared/library/documents/write.ts';
import { toFollow } from '../../../shared/taxonomy/follows/follow.ts';
import { Images } from '../../../shared/library/images/record.ts';
import { restoreImage } from '../../../shared/library/images/restore.ts';
import { toLike } from '../../../shared/posts/counters/likes/like.ts';
import { readOrder } from '../../../shared/posts/order/read.ts';
import { saveOrder } from '../../../shared/posts/order/write.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import { hashedPathKey } from '../../../shared/posts/paths/paths.ts';
import { postKey, listPostSections } from '../../../shared/posts/record/record.ts';
import {
  restorePost,
  restoreRevision,
  restoreRevisionContent,
} from '../../../shared/posts/publishing/restore.ts';
import { restoreStaged } from '../../../shared/posts/publishing/staging/restore.ts';
import { StagedChanges } from '../../../shared/posts/staged/record.ts';
import { revisionContentKey, revisionKey } from '../../../shared/posts/revisions/record.ts';
import { SECTION, TAG, type Kind as SectionKind } from '../../../shared/taxonomy/sections/record.ts';
import { restoreSections } from '../../../shared/taxonomy/sections/restore.ts';
import { createRelation } from '../../../shared/platform/store/records/relation.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { Webhooks } from '../../../shared/posts/webhooks/record.ts';
import { restoreWebhook } from '../../../shared/posts/webhooks/write.ts';
import { retryContended } from '../../../shared/platform/store/retry.ts';
import type { Key } from '../../../shared/platform/store/table.ts';
import { Folder } from '../../core/folder.ts';
import { MAX_FILE_BYTES, mediaFile, type Kind, type Line } from '../export/format/lines.ts';
import { otherKey, restoreOther } from '../export/format/other-records.ts';

/** How the lines of a kind are written. */
export interface Step<K extends Kind> {
  /** The key of a line's record. An existing record was written by an earlier run and is skipped. Without it, writing twice is harmless. */
  toKey?: (line: Line<K>) => Key;
  /** Groups the lines; each group is written in order. */
  parts: (lines: readonly Line<K>[]) => (readonly Line<K>[])[];
  /** Whether several groups may be written at the same time. */
  atOnce: boolean;
  put: (lines: readonly Line<K>[], folder: string) => Promise<void>;
}

export type Steps = { [K in Kind]: Step<K> };

/** Ten sections of up to 350 KB fit into a transaction's 4 MB. */
const SECTIONS_TOGETHER = 10;

function sectionStep(kind: SectionKind): Step<'sections'> & Step<'tags'> {
  return {
    toKey: ({ id }) => kind.key(id),
    parts: lines => inParts(lines, SECTIONS_TOGETHER),
    atOnce: false,
    put: lines => restoreSections(kind, lines),
  };
}

function inParts<T>(lines: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(lines.length / size) }, (_, index) =>
    lines.slice(index * size, (index + 1) * size),
  );
}

function alone<T>(lines: readonly T[]): T[][] {
  return inParts(lines, 1);
}

function byPost<T extends { post_id: number }>(lines: readonly T[]): T[][] {
  const parts = new Map<number, T[]>();
  for (const line of lines) parts.set(line.post_id, [...(parts.get(line.post_id) ?? []), line]);
  return [...parts.values()];
}

/** Writes the lines of a group one after the other. */
function each<T>(put: (line: T, folder: string) => Promise<unknown>) {
  return async (lines: readonly T[], folder: string): Promise<void> => {
    for (const line of lines) await put(line, folder);
  };
}

export const STEPS: Steps = {
  authors: { toKey: ({ id }) => Authors.key(id), parts: alone, atOnce: false, put: each(restoreAuthor) },
  sections: sectionStep(SECTION),
  tags: sectionStep(TAG),
  images: {
    toKey: ({ id }) => Images.key(id),
    parts: alone,
    atOnce: true,
    put: each(async (image, folder) => restoreImage(image, await mediaIn(folder, image.original))),
  },
  // Documents have up to 100 MB and are held in memory.
  documents: {
    toKey: ({ id }) => Documents.key(id),
    parts: alone,
    atOnce: false,
    put: each(async (document, folder) => restoreDocument(document, await mediaIn(folder, document.key))),
  },
  badges: { toKey: ({ id }) => Badges.key(id), parts: alone, atOnce: false, put: each(restoreBadge) },
  assets: {
    toKey: ({ id }) => Assets.key(id),
    parts: alone,
    atOnce: true,
    put: each(asset => retryContended(() => saveAsset(null, asset))),
  },
  posts: { toKey: ({ id }) => postKey(id), parts: alone, atOnce: true, put: each(putPost) },
  orders: { parts: alone, atOnce: false, put: each(putOrder) },
  // The likes of one post are counted one after the other.
  likes: {
    parts: byPost,
    atOnce: true,
    put: each(({ post_id, author_id, created_ts }) => createRelation(toLike(post_id, author_id), created_ts)),
  },
  follows: {
    parts: alone,
    atOnce: true,
    put: each(({ author_id, section_id, created_ts }) =>
      createRelation(toFollow(author_id, section_id), created_ts),
    ),
  },
  // Written in the order of their age, which lists keep.
  webhooks: { toKey: ({ id }) => Webhooks.key(id), parts: alone, atOnce: false, put: each(restoreWebhook) },
  // Replaces what the posts have written: the posts that left a path are known only here.
  paths: { parts: alone, atOnce: true, put: each(putPath) },
  revision_contents: {
    toKey: ({ post_id, name }) => revisionContentKey(post_id, name),
    parts: alone,
    atOnce: true,
    put: each(({ post_id, name, ...content }) => restoreRevisionContent(post_id, name, content)),
  },
  // The revisions of one post have one mark, which they put one after the other.
  revisions: {
    toKey: ({ post_id, version }) => revisionKey(post_id, version),
    parts: byPost,
    atOnce: true,
    put: each(({ version, replaced_ts, post }) => restoreRevision({ version, value: post }, replaced_ts)),
  },
  staged_changes: {
    toKey: ({ post_id }) => StagedChanges.key(post_id),
    parts: alone,
    atOnce: true,
    put: each(putStaged),
  },
  records: { toKey: otherKey, parts: alone, atOnce: false, put: each(restoreOther) },
};

async function putStaged({ post_id, body, listicle, ...staged }: Line<'staged_changes'>): Promise<void> {
  await restoreStaged(post_id, staged, { body, listicle });
}

async function putPath({ sha256, posts }: Line<'paths'>): Promise<void> {
  const item: Record<string, unknown> = { ...hashedPathKey(sha256) };
  for (const [name, value] of Object.entries(posts))
    item[name] = Array.isArray(value) ? new Set(value) : value;
  await new Transaction().put(item).commit();
}

function mediaIn(folder: string, key: string): Promise<Buffer> {
  return new Folder(folder).read(mediaFile(key), MAX_FILE_BYTES);
}

async function putPost({ body, listicle, page_views, version, ...post }: Line<'posts'>): Promise<void> {
  await restorePost(post, { body, listicle }, page_views, version);
}

/** Writes an editorial order without posts that had left the section when they were read. */
async function putOrder({ section_id, post_ids }: Line<'orders'>): Promise<void> {
  const posts = await readPosts(post_ids, { content: false, stats: false, consistent: true });
  const inSection = posts.flatMap(({ value }) =>
    value.status === 'published' && listPostSections(value).includes(section_id) ? [value.id] : [],
  );
  const { postIds } = await readOrder(section_id, { consistent: true });
  if (postIds.join() !== inSection.join()) await saveOrder(section_id, inSection);
}
