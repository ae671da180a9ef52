import * as v from 'valibot';
import { mapWithConcurrency } from '../../core/concurrency.ts';
import { InvalidInput, NotFound } from '../../core/errors.ts';
import { describeIssues } from '../../core/faults.ts';
import { logError } from '../../core/log.ts';
import { errorBody } from '../../http/answer.ts';
import { toApiError } from '../../http/failure.ts';
import { AssetCreateInput, AssetEditInput } from '../input.ts';
import { presentAssets, type View } from '../present.ts';
import { assetsOfFiles, type Owned } from '../read.ts';
import type { AssetRecord } from '../record.ts';
import { createAsset, editAsset, removeAsset } from '../write.ts';
import type { BulkAnswer, BulkItem, Operation } from './input.ts';

const MAX_CONCURRENT = 8;

/**
 * Does to each item what the endpoint of a single asset does, some at a time; each succeeds or fails on its own. Repeated, a bulk
 * does nothing twice: what was created exists already, what was edited is edited to the same, what was deleted is not found.
 */
export async function runBulk(
  operation: Operation,
  items: readonly BulkItem[],
  view: View,
): Promise<BulkAnswer> {
  const owned = operation === 'POST' ? new Map<number, Owned[]>() : await assetsOfFiles(fileIds(items), true);
  const work = worksOf(view, owned)[operation];
  const repeated = repeatedIn(fileIds(items));
  const answer: BulkAnswer = {};
  const made = new Map<number, AssetRecord>();
  await mapWithConcurrency(items, MAX_CONCURRENT, async item => {
    try {
      // One answer can't tell what became of two.
      if (repeated.has(item.file_id)) throw new InvalidInput('file_id: is named more than once in this call');
      const asset = await work(item);
      if (asset) made.set(item.file_id, asset);
      else answer[item.file_id] = { status_code: 200, data: {} };
    } catch (failure) {
      answer[item.file_id] = refusal(failure, item);
    }
  });
  const assets = await presentAssets([...made.values()], view);
  for (const asset of assets) answer[asset.file_id] = { status_code: 200, data: asset };
  return answer;
}

function fileIds(items: readonly BulkItem[]): number[] {
  return items.map(({ file_id }) => file_id);
}

function repeatedIn(ids: readonly number[]): Set<number> {
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
}

function refusal(failure: unknown, { file_id }: BulkItem): BulkAnswer[string] {
  const error = toApiError(failure);
  if (error.status >= 500) logError('bulk item failed', error, { file_id });
  return { status_code: error.status, data: errorBody(error) };
}

/** What is done to one item; answers the asset, unless it is gone. */
type Work = (item: BulkItem) => Promise<AssetRecord | undefined>;

const CreateItem = v.object({ data: AssetCreateInput });
const EditItem = v.object({ data: AssetEditInput });
/** Says of which file the asset is, where an image and a document have the same id. */
const Hint = v.object({ data: v.object({ file_type: v.picklist([0, 1]) }) });

function worksOf({ caller }: View, owned: ReadonlyMap<number, Owned[]>): Record<Operation, Work> {
  return {
    POST: async ({ file_id, data }) => {
      const sent = typeof data === 'object' && data !== null ? { ...data, file_id } : data;
      return (await createAsset(parsed(CreateItem, { data: sent }), caller)).value;
    },
    PUT: async item => {
      const input = parsed(EditItem, item);
      return (await editAsset(assetOf(item, owned), input, { caller }).catch(asOfFile)).value;
    },
    DELETE: async item => {
      await removeAsset(assetOf(item, owned), { caller }).catch(asOfFile);
      return undefined;
    },
  };
}

/** @throws InvalidInput */
function parsed<T>(schema: v.GenericSchema<unknown, { data: T }>, item: object): T {
  const result = v.safeParse(schema, item);
  if (result.success) return result.output.data;
  throw new InvalidInput(describeIssues(result.issues));
}

/** @throws NotFound, InvalidInput (two assets) */
function assetOf(item: BulkItem, owned: ReadonlyMap<number, Owned[]>): number {
  const hint = v.safeParse(Hint, item);
  const all = owned.get(item.file_id) ?? [];
  const [asset, other] = hint.success
    ? all.filter(({ fileType }) => fileType === hint.output.data.file_type)
    : all;
  if (!asset) throw unknownFile();
  if (other) throw new InvalidInput('data.file_type: an image and a document have this id; send 0 or 1');
  return asset.id;
}

function unknownFile(): NotFound {
  return new NotFound('There is no asset of this file');
}

/** What is not there (any more), or not for this caller, is told by the file, which is all that the caller has named. */
function asOfFile(failure: unknown): never {
  throw failure instanceof NotFound ? unknownFile() : failure;
}
