import { environment } from '../../../shared/platform/core/environment.ts';
import { files } from '../../../shared/platform/files/client.ts';
import { ListObjectsV2Command } from '../../../shared/platform/files/sdk.ts';
import { keyText, type Item, type Key } from '../../../shared/platform/store/table.ts';
import { scanItems } from '../scan.ts';

/** The items of the table by `keyText`, and the objects of both buckets by `<bucket>/<key>`, with the time of their last change in ms. */
export interface Stored {
  items: ReadonlyMap<string, Item>;
  objects: ReadonlyMap<string, number>;
}

export function keyIn(item: Item): Key {
  return { pk: String(item.pk), sk: String(item.sk) };
}

/**
 * Reads the whole table, then the names of all objects: an object is stored before the record that names it, so none is missing only because
 * the site was changed during the reading. All items are in memory.
 */
export async function readStored(): Promise<Stored> {
  const items = new Map<string, Item>();
  for await (const item of scanItems({ ConsistentRead: true })) items.set(keyText(keyIn(item)), item);
  const { CONTENT_BUCKET, MEDIA_BUCKET } = environment();
  const objects = new Map<string, number>();
  for await (const [key, changedMs] of list(CONTENT_BUCKET)) objects.set(`content/${key}`, changedMs);
  for await (const [key, changedMs] of list(MEDIA_BUCKET)) objects.set(`media/${key}`, changedMs);
  return { items, objects };
}

async function* list(bucket: string): AsyncGenerator<[key: string, changedMs: number]> {
  let token: string | undefined;
  do {
    const input = { Bucket: bucket, ...(token !== undefined && { ContinuationToken: token }) };
    const page = await files().send(new ListObjectsV2Command(input));
    for (const { Key: key = '', LastModified } of page.Contents ?? [])
      yield [key, LastModified?.getTime() ?? 0];
    token = page.NextContinuationToken;
  } while (token !== undefined);
}
