import { mapWithConcurrency } from '../../../shared/platform/core/concurrency.ts';
import { environment } from '../../../shared/platform/core/environment.ts';
import { newId } from '../../../shared/platform/core/ids.ts';
import { toMonth } from '../../../shared/platform/values/dates.ts';
import { createMark } from '../../../shared/posts/record/months.ts';
import { readPacked } from '../../../shared/posts/record/read.ts';
import { contentKey, postKey } from '../../../shared/posts/record/record.ts';
import { Posts } from '../../../shared/posts/record/posts.ts';
import { TIMELINE } from '../../../shared/posts/record/timelines.ts';
import { toDocument, indexedTerms } from '../../../shared/posts/search/document.ts';
import { unpackContent } from '../../../shared/posts/record/post.ts';
import * as Table from '../../../shared/platform/store/port.ts';
import { recordItem } from '../../../shared/platform/store/records/record.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { entryKey } from '../../../shared/platform/store/timeline.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';

const BATCH_SIZE = 25;
const AT_ONCE = 8;
const HOUR_S = 3600;

/** Writes copies of a published post as of an hour ago, with all that lists, searches and sitemaps find them by, at a fraction of the time of creating them. */
export async function copyPost(id: number, count: number): Promise<void> {
  const [post] = await readPacked([id], { stats: false, consistent: true });
  if (!post?.packed) throw new Error(`There is no post with the id ${id} and a content`);
  const { value, version, packed } = post;
  const content = await unpackContent(post);
  // Long texts have thousands of terms, and no search needs copies of them.
  const terms = post.object === null ? indexedTerms(toDocument({ value, content }, new Map())) : [];
  const toItems = (copy: number): Item[] => {
    const record = { ...value, id: copy, basename: `${value.basename}-${copy}` };
    const { created_ts: ts } = record;
    const entries = [
      ...Posts.toEntries(record),
      ...terms.map(term => ({ timeline: TIMELINE.term(term), ts, id: copy })),
    ];
    return [
      recordItem(postKey(copy), version, record),
      { ...packed, ...contentKey(copy) },
      { ...createMark(toMonth(ts), copy, { version, ts: nowTs() - HOUR_S }) },
      ...entries.map(entry => ({ ...entryKey(entry) })),
    ];
  };
  await putAll(Array.from({ length: count }, () => toItems(newId())).flat());
}

async function putAll(items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
  await mapWithConcurrency(batches, AT_ONCE, async batch => {
    const requests = batch.map(item => ({ PutRequest: { Item: { ...item } } }));
    await Table.batchWrite({ RequestItems: { [environment().TABLE_NAME]: requests } });
  });
}
