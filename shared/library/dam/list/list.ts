import * as v from 'valibot';
import type { Position } from '../../../platform/values/position.ts';
import { readsConsistently, type Caller } from '../../../platform/http/caller.ts';
import type { Answer } from '../../../platform/http/endpoint.ts';
import { Assets } from '../assets.ts';
import { Asset, presentAssets, type View } from '../present.ts';
import { matchesFilter, parseAssetFilter } from './filter.ts';
import { findPage, type PageRequest } from './find.ts';
import type { AssetListQuery } from './input.ts';

export const AssetList = v.object({ total: v.number(), items: v.array(Asset) });
export type AssetList = v.InferOutput<typeof AssetList>;

interface ListRequest {
  caller: Caller;
  query: AssetListQuery;
  after: Position | undefined;
}

/** One page of the catalogue for this caller. @throws InvalidInput when the list would cost too much (find.ts) */
export async function listAssets(
  { caller, query, after }: ListRequest,
  view: View,
): Promise<Answer<AssetList>> {
  const filter = parseAssetFilter(query, caller);
  if (!filter) return { body: { total: 0, items: [] } };
  const consistent = readsConsistently(caller);
  const { offset, count: limit } = query;
  const page = await findPage(filter, { order: chooseOrder(query), offset, limit, after, consistent });
  const present = async (): Promise<Asset[]> => {
    const assets = await Assets.readMany(page.ids, { consistent });
    const matching = assets.filter(asset => matchesFilter(asset, filter));
    return await presentAssets(matching, view);
  };
  const [total, items] = await Promise.all([page.total(), present()]);
  return { body: { total, items }, next: page.next };
}

/** Sorts by score only with a search; `order` doesn't apply then. */
function chooseOrder({ sort_by, order, search }: AssetListQuery): PageRequest['order'] {
  if (sort_by === 'score' && search !== undefined) return 'score';
  return order === 'asc' ? 'oldest' : 'newest';
}
