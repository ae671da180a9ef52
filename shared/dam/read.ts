import { NotFound } from '../core/errors.ts';
import type { Caller } from '../http/caller.ts';
import { parseRecord, type Versioned } from '../store/record.ts';
import { getItem, getItems, keyText } from '../store/table.ts';
import { readOwners } from '../store/unique.ts';
import { assetKey, AssetRecord, FILE_CLAIM, fileClaim, type FileType } from './record.ts';

/** Callers without the administrator role can't see assets in the trash. */
function maySee({ admin }: Caller, asset: AssetRecord): boolean {
  return admin || !asset.in_trash;
}

/** The current record. @throws NotFound also when the caller may not see it */
export async function readAsset(
  id: number,
  caller: Caller,
  consistent: boolean,
): Promise<Versioned<AssetRecord>> {
  const item = await getItem(assetKey(id), consistent);
  const asset = item && parseRecord(AssetRecord, item);
  if (asset && maySee(caller, asset.value)) return asset;
  throw new NotFound(`There is no asset with the id ${id}`);
}

/** The records in the order of the ids, without deleted ones. */
export async function readAssets(ids: readonly number[], consistent: boolean): Promise<AssetRecord[]> {
  const items = await getItems(ids.map(assetKey), consistent);
  return ids.flatMap(id => {
    const item = items.get(keyText(assetKey(id)));
    return item ? [parseRecord(AssetRecord, item).value] : [];
  });
}

/** An asset of a given file. */
export interface Owned {
  fileType: FileType;
  id: number;
}

const BOTH = [0, 1] as const;

/** The assets by their file's id: at most one of an image and one of a document each. */
export async function assetsOfFiles(
  fileIds: readonly number[],
  consistent: boolean,
): Promise<Map<number, Owned[]>> {
  const claims = fileIds.flatMap(fileId => BOTH.map(fileType => fileClaim(fileType, fileId)));
  const owners = await readOwners(FILE_CLAIM, claims, consistent);
  return new Map(
    fileIds.map(fileId => [
      fileId,
      BOTH.flatMap(fileType => {
        const id = owners.get(fileClaim(fileType, fileId));
        return id === undefined ? [] : [{ fileType, id }];
      }),
    ]),
  );
}
