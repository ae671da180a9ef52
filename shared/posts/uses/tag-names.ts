import { hash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { mapWithConcurrency } from '../../platform/core/concurrency.ts';
import { hasToken, isNew } from '../../platform/store/condition.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { putUnder } from '../../platform/store/put.ts';
import { Contention, retryContended } from '../../platform/store/retry.ts';
import { getItem, queryItems, type Key, type Consistency } from '../../platform/store/table.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { tagKey } from '../../platform/text/tag.ts';
import { fold } from '../../platform/text/words.ts';
import { idAt } from '../../platform/values/position.ts';
import type { PostRecord } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';

/**
 * The tags that posts carry, which are not removed, by their beginning:
 *   by beginning   POST_TAGS / <folded tag>#<SHA-256 of the tag's key> {tag, count, token}
 * A save that gives a post tags, or takes them, puts one job (jobs.ts), which counts the posts of these tags in their timelines and
 * writes the result, each under the token that it read: of two simultaneous jobs the second counts again, so the last count is made after
 * both saves. A job that makes the item counts once more afterwards: one that found neither item nor posts meanwhile has written nothing.
 * Where the count is at its limit, a job of posts that only gained the tag does not count, and writes the same count under a new token:
 * a simultaneous job of a post that lost the tag then counts again, after both.
 * No transaction of a post holds the item, so saves of posts with one tag never wait for each other. A crash leaves the job.
 */
export const postTagKey = itemKey('POST_TAGS', '<name>#<SHA-256>', 'tag that posts carry');

/** The longest folded tag in a key, in characters: a sort key has at most 1,024 bytes. */
const MAX_NAME_LENGTH = 60;
/** Posts are counted up to this number. */
export const MAX_COUNTED = 1000;
const MAX_CONCURRENT = 4;

export const PostTag = v.object({ tag: v.string(), count: v.number(), token: v.string() });
export type PostTag = v.InferOutput<typeof PostTag>;

function foldTag(tag: string): string {
  return Array.from(fold(tag.trim())).slice(0, MAX_NAME_LENGTH).join('');
}

export function tagNameKey(tag: string): Key {
  return postTagKey(foldTag(tag), hash('sha256', tagKey(tag)));
}

export function listCarriedTags(post: Pick<PostRecord, 'status' | 'tags'>): readonly string[] {
  return post.status === 'removed' ? [] : post.tags;
}

/** Writes how many posts carry the tags now. @param lost those of the tags that a post has lost */
export async function noteTags(tags: readonly string[], lost = tags): Promise<void> {
  const distinct = [...new Map(tags.map(tag => [tagKey(tag), tag])).values()];
  const fewer = new Set(lost.map(tagKey));
  await mapWithConcurrency(distinct, MAX_CONCURRENT, tag =>
    retryContended(() => noteTag(tag, fewer.has(tagKey(tag)))),
  );
}

async function noteTag(tag: string, isLost: boolean): Promise<void> {
  const key = tagNameKey(tag);
  const item = await getItem(key, { consistent: true });
  const found = item && v.parse(PostTag, item);
  const staysAtLimit = !isLost && found?.count === MAX_COUNTED;
  const count = staysAtLimit ? MAX_COUNTED : await countPosts(tag);
  const condition = found ? hasToken(found.token, countedAgain) : isNew;
  if (count > 0) {
    const noted: PostTag = { tag: found?.tag ?? tag, count, token: randomUUID() };
    await putUnder(condition, { ...key, ...noted });
    // The job of a post that has gone meanwhile found no item to delete.
    if (!found && (await countPosts(tag)) !== count) throw countedAgain();
  } else if (found) await new Transaction().delete(key, condition).commit();
}

function countedAgain(): Error {
  return new Contention('Another job has counted the posts of the tag');
}

/**
 * A post that is published, or unpublished, has no job: it carries the same tags. Drafts are read before and after the published posts, one
 * after another, so that a post which moves meanwhile is seen on one side, and it counts once.
 */
async function countPosts(tag: string): Promise<number> {
  const ids = new Set<number>();
  for (const timeline of [TIMELINE.draftTag(tag), TIMELINE.tag(tag), TIMELINE.draftTag(tag)]) {
    const entries = await queryItems({ pk: `T#${timeline}`, limit: MAX_COUNTED, consistent: true });
    for (const { sk } of entries) ids.add(idAt(String(sk)));
  }
  return Math.min(MAX_COUNTED, ids.size);
}

/** The highest code point: keys are compared by their bytes. */
const LAST = '\u{10ffff}';

/** The tags that begin with a text, in the order of the alphabet. */
export async function findTags(
  beginning: string,
  limit: number,
  { consistent }: Consistency,
): Promise<PostTag[]> {
  const name = foldTag(beginning);
  const items = await queryItems({
    pk: postTagKey.partition(),
    between: [name, `${name}${LAST}`],
    limit,
    consistent,
  });
  const folded = fold(beginning.trim());
  return items.map(item => v.parse(PostTag, item)).filter(({ tag }) => fold(tag).startsWith(folded));
}
