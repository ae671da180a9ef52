import { environment } from '../../../../shared/platform/core/environment.ts';
import { Documents } from '../../../../shared/library/documents/record.ts';
import { files } from '../../../../shared/platform/files/client.ts';
import { ListObjectsV2Command } from '../../../../shared/platform/files/sdk.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import { getItems, keyText, type Key } from '../../../../shared/platform/store/table.ts';
import type { MediaIds } from './source.ts';

/** The number of records read at once. */
const CHUNK = 100;

/** The ids of images and documents of the site to which no exported record refers. */
export async function readUnreferred(referred: MediaIds<ReadonlySet<number>>): Promise<MediaIds<number[]>> {
  const others = async (folder: keyof MediaIds<unknown>, toKey: (id: number) => Key): Promise<number[]> => {
    const ids = (await storedIds(folder)).filter(id => !referred[folder].has(id));
    return await withRecord(ids, toKey);
  };
  return { images: await others('images', Images.key), documents: await others('documents', Documents.key) };
}

/** The ids of the media with files in the bucket: each medium has its own folder. */
async function storedIds(folder: string): Promise<number[]> {
  const list = { Bucket: environment().MEDIA_BUCKET, Prefix: `${folder}/`, Delimiter: '/' };
  const ids: number[] = [];
  let token: string | undefined;
  do {
    const page = await files().send(
      new ListObjectsV2Command({ ...list, ...(token !== undefined && { ContinuationToken: token }) }),
    );
    for (const { Prefix = '' } of page.CommonPrefixes ?? []) ids.push(Number(Prefix.split('/')[1]));
    token = page.NextContinuationToken;
  } while (token !== undefined);
  return ids.filter(Number.isSafeInteger).sort((a, b) => a - b);
}

/** Filters ids by existing records: files may outlive their record for a while. */
async function withRecord(ids: readonly number[], toKey: (id: number) => Key): Promise<number[]> {
  const living: number[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const some = ids.slice(start, start + CHUNK);
    const found = await getItems(some.map(toKey), { consistent: true });
    living.push(...some.filter(id => found.has(keyText(toKey(id)))));
  }
  return living;
}
