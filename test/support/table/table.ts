import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { environment } from '../../../shared/platform/core/environment.ts';
import { PostRecord } from '../../../shared/posts/record/record.ts';
import { database } from '../../../shared/platform/store/client.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import type { Item } from '../../../shared/platform/store/table.ts';

/** Every item of the table. */
export async function allItems(): Promise<Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await database().send(
      new ScanCommand({
        TableName: environment().TABLE_NAME,
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

function isPost({ pk, sk }: Item): boolean {
  return String(pk).startsWith('POST#') && sk === 'record';
}

export function postsAmong(items: readonly Item[]): PostRecord[] {
  return items.filter(isPost).map(item => parseRecord(PostRecord, item).value);
}
