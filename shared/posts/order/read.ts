import * as v from 'valibot';
import { InvalidInput, NotFound } from '../../platform/core/errors.ts';
import { postKey, PostRecord, listPostSections } from '../record/record.ts';
import { sectionDirectory } from '../../taxonomy/sections/read.ts';
import { orderKey } from '../../taxonomy/sections/record.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import { getItems, keyText, queryItems, type Consistency } from '../../platform/store/table.ts';
import { Mark, OrderRecord } from './record.ts';

export interface Order {
  /** 0 when no order was ever set. */
  version: number;
  /** The posts of the editorial order that are still in the section. */
  postIds: readonly number[];
  /** All marks by the ids of their posts. */
  marks: ReadonlyMap<number, number>;
}

/** Reads the editorial order of a section, with one call. */
export async function readOrder(sectionId: number, { consistent }: Consistency): Promise<Order> {
  const items = await queryItems({ pk: orderKey.partition(sectionId), consistent });
  const record = items.find(({ sk }) => sk === orderKey(sectionId).sk);
  const marks = new Map(
    items
      .filter(item => item !== record)
      .map(item => v.parse(Mark, item))
      .map(({ sk: id, mark }) => [id, mark]),
  );
  if (!record) return { version: 0, postIds: [], marks };
  const { version, value } = parseRecord(OrderRecord, record);
  const postIds = value.curated.filter(({ id, mark }) => marks.get(id) === mark).map(({ id }) => id);
  return { version, postIds, marks };
}

/** @throws NotFound when the section does not exist */
export async function requireSection(sectionId: number): Promise<void> {
  if ((await sectionDirectory([sectionId])).find(sectionId) === undefined)
    throw new NotFound(`There is no section with the id ${sectionId}`);
}

/** @throws InvalidInput, which names each repeated id */
export function requireDistinct(postIds: readonly number[]): void {
  const faults = postIds.flatMap((id, index) =>
    postIds.indexOf(id) < index ? [`post_ids.${index}: the post ${id} is named twice`] : [],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** Reads the posts that need a mark. @throws InvalidInput, which names each one that is not published in the section */
export async function requireInSection(
  sectionId: number,
  ids: readonly number[],
  postIds: readonly number[],
): Promise<Versioned<PostRecord>[]> {
  const items = await getItems(ids.map(postKey), { consistent: true });
  const faults: string[] = [];
  const posts = ids.flatMap(id => {
    const item = items.get(keyText(postKey(id)));
    const post = item && parseRecord(PostRecord, item);
    const fault = findFault(post?.value, sectionId);
    if (fault !== undefined) faults.push(`post_ids.${postIds.indexOf(id)}: the post ${id} ${fault}`);
    return post ?? [];
  });
  if (faults.length > 0) throw new InvalidInput(faults);
  return posts;
}

function findFault(post: PostRecord | undefined, sectionId: number): string | undefined {
  if (!post || post.status === 'removed') return 'does not exist';
  if (post.status !== 'published') return 'is not published';
  return listPostSections(post).includes(sectionId) ? undefined : 'is not in the section';
}
