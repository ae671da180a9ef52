import { scanItems } from '../../../infra/cli/scan.ts';
import { PostRecord } from '../../../shared/posts/record/record.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import type { Item } from '../../../shared/platform/store/table.ts';

/** Every item of the table. */
export async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of scanItems({ ConsistentRead: true })) items.push(item);
  return items;
}

function isPost({ pk, sk }: Item): boolean {
  return String(pk).startsWith('POST#') && sk === 'record';
}

export function postsAmong(items: readonly Item[]): PostRecord[] {
  return items.filter(isPost).map(item => parseRecord(PostRecord, item).value);
}
