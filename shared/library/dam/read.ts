import { NotFound } from '../../platform/core/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import { readOwners } from '../../platform/store/records/unique.ts';
import type { Consistency } from '../../platform/store/table.ts';
import { Assets, fileClaim } from './assets.ts';
import type { AssetRecord, FileType } from './record.ts';

/** Callers without the administrator role can't see assets in the trash. */
export function maySee({ admin }: Caller, asset: AssetRecord): boolean {
  return admin || !asset.in_trash;
}

/** The current record. @throws NotFound also when the caller may not see it */
export async function readAsset(
  id: number,
  caller: Caller,
  { consistent }: Consistency,
): Promise<Versioned<AssetRecord>> {
  const asset = await Assets.find(id, { consistent });
  if (asset && maySee(caller, asset.value)) return asset;
  throw new NotFound(`There is no asset with the id ${id}`);
}

/** An asset of a given file. */
export interface Owned {
  fileType: FileType;
  id: number;
}

const BOTH = [0, 1] as const;

/** The assets by their file's id: at most one of an image and one of a document each. */
export async function findAssets(
  fileIds: readonly number[],
  { consistent }: Consistency,
): Promise<Map<number, Owned[]>> {
  const claims = fileIds.flatMap(fileId => BOTH.map(fileType => fileClaim(fileType, fileId)));
  const owners = await readOwners('asset', claims, { consistent });
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
