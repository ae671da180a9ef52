import type { Caller } from '../../platform/http/caller.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { getItem, queryItems, type Item, type Consistency } from '../../platform/store/table.ts';
import { idAt } from '../../platform/values/position.ts';
import { readsOnlyOwnDrafts } from '../record/access.ts';
import { EMPTY_CONTENT, readContent, type Content } from '../record/content.ts';
import type { PostInput } from '../record/input.ts';
import type { PostRecord } from '../record/record.ts';
import { TIMELINE } from '../record/timelines.ts';
import { StagedChanges, type StagedRecord } from './record.ts';

/** A staged change without its texts. */
export interface FoundStaged extends Versioned<StagedRecord> {
  /** As it is stored. */
  item: Item;
}

/** A staged change with its texts. */
export interface Staged extends FoundStaged {
  content: Content;
}

/** Reads the staged change of a post without its texts, which may be in S3. One call. */
export async function readStagedRecord(id: number): Promise<FoundStaged | undefined> {
  const item = await getItem(StagedChanges.key(id), { consistent: true });
  return item && { ...StagedChanges.parse(item), item };
}

/** Reads the staged change of a post with its texts; undefined when there is none. */
export async function readStagedWithContent(
  id: number,
  { consistent }: Consistency,
): Promise<Staged | undefined> {
  const item = await getItem(StagedChanges.key(id), { consistent });
  if (!item) return undefined;
  const record = StagedChanges.parse(item);
  const content = record.value.contents.length > 0 ? (await readContent(item)).content : EMPTY_CONTENT;
  return { ...record, content, item };
}

/** Above this number, the caller checks the posts of its page one by one. */
const MAX_STAGED = 1000;

/** The posts that have a staged change; undefined when there are many. One call. */
export async function readStagedIds({ consistent }: Consistency): Promise<ReadonlySet<number> | undefined> {
  const limit = MAX_STAGED + 1;
  const items = await queryItems({ pk: `T#${TIMELINE.staged}`, limit, consistent });
  return items.length < limit ? new Set(items.map(({ sk }) => idAt(String(sk)))) : undefined;
}

/** Converts a staged change to the input of an ordinary edit. */
export function toInput({ value, content }: Pick<Staged, 'value' | 'content'>): PostInput {
  const { body, listicle } = content;
  return {
    ...value.fields,
    ...(value.contents.includes('body') && { body }),
    ...(value.contents.includes('listicle') && { listicle }),
  };
}

/** A staged change is as confidential as a draft. */
export function mayReadStaged(
  caller: Caller,
  { roar_author_ids }: Pick<PostRecord, 'roar_author_ids'>,
): boolean {
  return !readsOnlyOwnDrafts(caller) || roar_author_ids.includes(caller.authorId);
}
