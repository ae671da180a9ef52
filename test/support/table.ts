import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { environment } from '../../shared/core/environment.ts';
import { PostRecord } from '../../shared/posts/record.ts';
import { entriesOf } from '../../shared/posts/timelines.ts';
import { database } from '../../shared/store/client.ts';
import { parseRecord } from '../../shared/store/record.ts';
import { keyText, type Item } from '../../shared/store/table.ts';
import { entryKey } from '../../shared/store/timeline.ts';

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

function keyOf({ pk, sk }: Item): string {
  return `${String(pk)}|${String(sk)}`;
}

export function postsAmong(items: readonly Item[]): PostRecord[] {
  return items.filter(isPost).map(item => parseRecord(PostRecord, item).value);
}

/** The timeline entries that no post's record explains, and those that are missing. Both are empty if lists and records agree. */
export function disagreements(items: readonly Item[]): { stray: string[]; missing: string[] } {
  const wanted = new Set(
    postsAmong(items)
      .flatMap(entriesOf)
      .map(entry => keyText(entryKey(entry))),
  );
  const found = new Set(items.filter(({ pk }) => String(pk).startsWith('T#')).map(keyOf));
  return {
    stray: [...found].filter(
      key => !wanted.has(key) && !/^T#(authors|keys|likes#|followers#|term#)/.test(key),
    ),
    missing: [...wanted].filter(key => !found.has(key)),
  };
}
