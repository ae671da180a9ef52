import * as v from 'valibot';
import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { InvalidInput, NotFound } from '../../../platform/core/errors.ts';
import { logError } from '../../../platform/log/log.ts';
import { errorBody } from '../../../platform/http/answer.ts';
import { toApiError } from '../../../platform/http/failure.ts';
import { parseSent } from '../../../platform/http/sent-fields.ts';
import { AssetCreateInput, AssetEditInput } from '../input.ts';
import { presentAssets, type View } from '../present.ts';
import { findAssets, type Owned } from '../read.ts';
import type { AssetRecord } from '../record.ts';
import { createAsset, editAsset, removeAsset } from '../write.ts';
import type { BulkAnswer, BulkItem, Operation } from './input.ts';

const MAX_CONCURRENT = 8;

/**
 * Applies to each item what the endpoint of a single asset does, up to MAX_CONCURRENT at a time; each item succeeds or fails on its own.
 * Repeating a bulk changes nothing: a created asset exists already, an edit has the same result, a deleted asset is not found.
 */
export async function runBulk(
  operation: Operation,
  items: readonly BulkItem[],
  view: View,
): Promise<BulkAnswer> {
  const owned =
    operation === 'POST'
      ? new Map<number, Owned[]>()
      : await findAssets(fileIds(items), { consistent: true });
  const work = operationsFor(view, owned)[operation];
  const repeated = findRepeated(fileIds(items));
  const answer: BulkAnswer = {};
  const made = new Map<number, AssetRecord>();
  await mapWithConcurrency(items, MAX_CONCURRENT, async item => {
    try {
      // The answer has one entry per file_id, so it can't report two outcomes.
      if (repeated.has(item.file_id)) throw new InvalidInput('file_id: is named more than once in this call');
      const asset = await work(item);
      if (asset) made.set(item.file_id, asset);
      else answer[item.file_id] = { status_code: 200, data: {} };
    } catch (failure) {
      answer[item.file_id] = describeFailure(failure, item);
    }
  });
  const assets = await presentAssets([...made.values()], view);
  for (const asset of assets) answer[asset.file_id] = { status_code: 200, data: asset };
  return answer;
}

function fileIds(items: readonly BulkItem[]): number[] {
  return items.map(({ file_id }) => file_id);
}

function findRepeated(ids: readonly number[]): Set<number> {
  return new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
}

function describeFailure(failure: unknown, { file_id }: BulkItem): BulkAnswer[string] {
  const error = toApiError(failure);
  if (error.status >= 500) logError('bulk item failed', error, { file_id });
  return { status_code: error.status, data: errorBody(error) };
}

/** The operation on one item. @returns the asset, or undefined after a deletion */
type Work = (item: BulkItem) => Promise<AssetRecord | undefined>;

const CreateItem = v.object({ data: AssetCreateInput });
const EditItem = v.object({ data: AssetEditInput });
/** Chooses the asset where an image and a document have the same id. */
const Hint = v.object({ data: v.object({ file_type: v.picklist([0, 1]) }) });

function operationsFor({ caller }: View, owned: ReadonlyMap<number, Owned[]>): Record<Operation, Work> {
  return {
    POST: async ({ file_id, data }) => {
      const sent = typeof data === 'object' && data !== null ? { ...data, file_id } : data;
      return (await createAsset(parseItem(CreateItem, { data: sent }), caller)).value;
    },
    PUT: async item => {
      const input = parseItem(EditItem, item);
      return (await editAsset(findAssetId(item, owned), input, { caller }).catch(rethrowAsUnknownFile)).value;
    },
    DELETE: async item => {
      await removeAsset(findAssetId(item, owned), { caller }).catch(rethrowAsUnknownFile);
      return undefined;
    },
  };
}

/** @throws InvalidInput */
function parseItem<T>(schema: v.GenericSchema<unknown, { data: T }>, item: object): T {
  const { result, faults } = parseSent(schema, item);
  if (result.success && faults.length === 0) return result.output.data;
  throw new InvalidInput(faults);
}

/** @throws NotFound, InvalidInput (two assets) */
function findAssetId(item: BulkItem, owned: ReadonlyMap<number, Owned[]>): number {
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

/** Reports a missing asset by its file, because the caller named the file and not the asset. */
function rethrowAsUnknownFile(failure: unknown): never {
  throw failure instanceof NotFound ? unknownFile() : failure;
}
