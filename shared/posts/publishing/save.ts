import { checkBadge } from '../../taxonomy/badges/removal.ts';
import { Conflict, TooLarge } from '../../platform/core/errors.ts';
import { trackContinuity } from '../answers/continuity.ts';
import { findPublicPath, putPostChange } from '../changes/post-change.ts';
import { findOriginPaths } from '../record/origin.ts';
import { changePath, NONE_OUTDATED, type PathChange } from '../paths/paths.ts';
import { listEntryChanges, writePostOverflow } from '../record/overflow.ts';
import { Posts } from '../record/posts.ts';
import { buildPath } from '../paths/permalink.ts';
import { markMonths } from '../record/months.ts';
import type { Post } from '../record/post.ts';
import { putRevision } from '../revisions/write.ts';
import { postKey, type PostRecord } from '../record/record.ts';
import { hasOwnPath, inspectPath } from '../paths/take-path.ts';
import { createIndexJobs } from '../search/jobs.ts';
import { createUsesJobs } from '../uses/jobs.ts';
import { safeMark } from '../rendering/safe-html.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { forgetDirectory } from '../../taxonomy/sections/read.ts';
import { sectionsGuard } from '../../taxonomy/sections/version-guard.ts';
import { hasVersion, isNew } from '../../platform/store/condition.ts';
import { OVERFLOW, outboxItem, toItem, type OutboxItem } from '../../platform/store/outbox/outbox-item.ts';
import { processItem } from '../../platform/store/outbox/outbox.ts';
import { putEntries } from '../../platform/store/records/overflow.ts';
import { moveBelongings } from '../../platform/store/records/write-entity.ts';
import { isRecordTooLarge } from '../../platform/store/records/item-size.ts';
import { recordItem, type Versioned } from '../../platform/store/records/record.ts';
import type { Item } from '../../platform/store/table.ts';
import { Contention } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { recordStateChange } from './audit.ts';
import { createCleanupJob } from './cleanup.ts';
import { findSeries } from './series.ts';
import { contentItem, type StoredContent } from './stored-content.ts';

export interface Save {
  current: Post | null;
  next: PostRecord;
  /** Only when the content changes. */
  content?: StoredContent | undefined;
  /** The sections that `next`'s automatic ones were computed from. */
  directory: Directory;
  /** Webhook events to deliver. */
  events?: readonly Item[];
  /**
   * Whether the post is also written when another one has its path, because there is no one to refuse it to: it is then published with an
   * address that leads to the other post.
   */
  mayLackPath?: boolean;
  /** Whether an import writes the post: its search terms then wait for those of posts that editors write. */
  isImport?: boolean;
  /** Whether the present version belongs to the same series of autosaves (series.ts). */
  isContinued?: boolean;
  /** Adds what is written with the post. */
  also?: (transaction: Transaction) => Promise<void>;
  /** How many versions an imported post had before the one that is written. */
  versions?: number;
}

/** The jobs that follow a write, which are items of its transaction. */
const FOLLOW_UPS: readonly ((save: Save, post: PostRecord) => readonly OutboxItem[])[] = [
  ({ current, content }, { id }) => (content && current?.object ? [createCleanupJob(id)] : []),
  ({ current, content, isImport = false }, post) =>
    createIndexJobs(current?.value ?? null, post, {
      hasNewContent: content !== undefined || findSeries(current) !== undefined,
      isImport,
    }),
  createUsesJobs,
];

/**
 * Writes a post in one transaction: record, content, revision of what it replaces, unique values, path, list entries, jobs and webhook
 * events. Every write of a post goes through this function.
 * @throws Contention, BasenameTaken, Conflict (provider_post_id or path taken), TooLarge
 */
export async function savePost(save: Save): Promise<Versioned<PostRecord>> {
  const { current, next, directory } = save;
  const [from, path] = [publicPath(current?.value ?? null, directory), publicPath(next, directory)];
  if (from === path) return await commitPost(save, { from: null, to: null });
  if (path === null) return await commitPost(save, { from, to: null });
  try {
    if (!hasOwnPath(next))
      return await commitPost(save, {
        from,
        to: { path, outdated: NONE_OUTDATED, otherwise: () => new PathInUse() },
      });
  } catch (error) {
    if (!(error instanceof PathInUse)) throw error;
  }
  return await commitPost(save, { from, to: await findWayTo(path, save) });
}

/** Posts live at the path in the table, whether or not it is their address now. */
class PathInUse extends Error {}

/** How the post can take a path that may be another post's; null when it goes without. */
async function findWayTo(path: string, { next, directory, mayLackPath }: Save): Promise<PathChange['to']> {
  try {
    const outdated = await inspectPath(path, next, directory);
    return { path, outdated, otherwise: () => new Contention('The path was taken at the same time') };
  } catch (error) {
    if (mayLackPath && error instanceof Conflict) return null;
    throw error;
  }
}

async function commitPost(save: Save, path: PathChange): Promise<Versioned<PostRecord>> {
  const { current, content, directory, events = [], isContinued = false } = save;
  const version = (current?.version ?? save.versions ?? 0) + 1;
  const before = current?.value ?? null;
  const post = toStored(save, version);
  const record = recordItem(postKey(post.id), version, post);
  if (isRecordTooLarge(record)) throw new TooLarge('The fields other than the body must have at most 350 KB');

  const transaction = new Transaction().put(record, current ? hasVersion(current.version) : isNew);
  if (content) transaction.put(contentItem(post.id, version, content));
  if (current)
    await putRevision(transaction, current, { replacesContent: content !== undefined, isContinued });
  await save.also?.(transaction);
  await moveBelongings(Posts, transaction, before ?? undefined, post);
  putPath(transaction, post, { path, directory });
  markMonths(transaction, [before, post], version);
  for (const id of gainedBadges(before, post)) checkBadge(transaction, id);
  if (hasComputedSections(save))
    sectionsGuard.check(transaction, post.id, directory.head.rev, forgetDirectory);
  const jobs = FOLLOW_UPS.flatMap(createJobs => createJobs(save, post));
  for (const item of [...jobs.map(toItem), ...events]) transaction.put(item);
  putPostChange(transaction, { before, after: post, version }, directory);
  if (!save.isImport) recordStateChange(transaction, before, post);
  const changes = listEntryChanges(before, post);
  const overflow = putEntries(transaction, changes, keys => outboxItem(OVERFLOW, { id: post.id, keys }));

  await (current ? transaction.commit() : transaction.commitCreation(post.id));
  if (overflow) await processItem(overflow, writePostOverflow);
  return { version, value: post };
}

/** The record with the fields that follow from the others, from its version and from the sections. */
function toStored(save: Save, version: number): PostRecord {
  const { current, next, content, directory } = save;
  return {
    ...next,
    ...(content && {
      content_version: version,
      content_hash: `${version} ${content.hash}`,
      safe_content: content.isSafeAsSent ? safeMark(version) : undefined,
    }),
    ...(hasComputedSections(save) && { judged_rev: directory.head.rev }),
    ...(current && trackContinuity(current.value, next, version)),
    public_path: findPublicPath(next, directory),
  };
}

/** Whether the sections depend on the directory: those of a removed post are computed when it is restored. */
function hasComputedSections({ current, next }: Save): boolean {
  if (next.status === 'removed') return false;
  return namesSections(next) || (current !== null && namesSections(current.value));
}

/** Changes the post's paths. `origins`, its paths on the site that it was imported from, lead to it but for its address here. */
function putPath(
  transaction: Transaction,
  post: PostRecord,
  { path, directory }: { path: PathChange; directory: Directory },
): void {
  const address = publicPath(post, directory);
  const origins = address === null ? [] : findOriginPaths(post).filter(origin => origin !== address);
  changePath(transaction, post.id, { ...path, origins });
}

/** Only a published post has a public address. */
function publicPath(post: PostRecord | null, directory: Directory): string | null {
  return post?.status === 'published' ? buildPath(post, directory) : null;
}

function gainedBadges(before: PostRecord | null, { badges }: PostRecord): number[] {
  return badges.filter(id => !before?.badges.includes(id));
}

/** A post without tags and sections can't be affected by a section change. */
function namesSections({ tags, explicit_sections }: PostRecord): boolean {
  return tags.length > 0 || explicit_sections.length > 0;
}
