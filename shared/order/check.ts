import { InvalidInput } from '../core/errors.ts';
import { postKey, PostRecord, sectionsOf } from '../posts/record.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItems, keyText } from '../store/table.ts';

/** @throws InvalidInput that names each repeated id */
export function requireDistinct(postIds: readonly number[]): void {
  const faults = postIds.flatMap((id, index) =>
    postIds.indexOf(id) < index ? [`post_ids.${index}: the post ${id} is named twice`] : [],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** Reads the posts that are to be marked. @throws InvalidInput that names each one that is not published in the section */
export async function requireInSection(
  sectionId: number,
  ids: readonly number[],
  postIds: readonly number[],
): Promise<Versioned<PostRecord>[]> {
  const items = await getItems(ids.map(postKey), true);
  const faults: string[] = [];
  const posts = ids.flatMap(id => {
    const item = items.get(keyText(postKey(id)));
    const post = item && parseRecord(PostRecord, item);
    const fault = faultOf(post?.value, sectionId);
    if (fault !== undefined) faults.push(`post_ids.${postIds.indexOf(id)}: the post ${id} ${fault}`);
    return post ?? [];
  });
  if (faults.length > 0) throw new InvalidInput(faults);
  return posts;
}

function faultOf(post: PostRecord | undefined, sectionId: number): string | undefined {
  if (!post || post.status === 'removed') return 'does not exist';
  if (post.status !== 'published') return 'is not published';
  return sectionsOf(post).includes(sectionId) ? undefined : 'is not in the section';
}
