import type { Entry } from '../store/timeline.ts';
import { tagKey } from '../text/tag.ts';
import type { AssetRecord } from './record.ts';
import { weightedTerms } from './search.ts';

/** Where an asset stands: in exactly one of eight. */
export type AssetPartition = Pick<AssetRecord, 'in_trash' | 'origin' | 'file_type'>;

export const ASSET_PARTITIONS: readonly AssetPartition[] = [false, true].flatMap(in_trash =>
  (['admin', 'community'] as const).flatMap(origin =>
    ([0, 1] as const).map(file_type => ({ in_trash, origin, file_type })),
  ),
);

function nameOf({ in_trash, origin, file_type }: AssetPartition): string {
  return `assets#${in_trash ? 'trash' : 'live'}#${origin}#${file_type}`;
}

/**
 * The timelines of assets, all by (second of created_ts, id). Each is one shelf's: so a list of any type, file type and state is
 * of up to eight timelines that exclude each other, and their lengths add up to its `total`. With the partition in every name, a list
 * by one tag, one user or one word is of such timelines too. Only where several of these meet must keys be compared
 * (store/query/exhaustive-query.ts). Moving an asset into the trash moves all its entries, which is rarer than listing.
 *   assets#<partition>                 all
 *   assets#<partition>#tag#<tag>       the tags, also those of the administrators; who may ask for these: list/wish.ts
 *   assets#<partition>#user#<id>       by creator
 *   assets#<partition>#term#<word>     by what its texts can be searched for
 */
export const TIMELINE = {
  all: (partition: AssetPartition) => nameOf(partition),
  tag: (partition: AssetPartition, tag: string) => `${nameOf(partition)}#tag#${tagKey(tag)}`,
  user: (partition: AssetPartition, id: number) => `${nameOf(partition)}#user#${id}`,
  term: (partition: AssetPartition, term: string) => `${nameOf(partition)}#term#${term}`,
};

/** Every entry that an asset has in its present state; the terms last, so that it is these that a transaction may have no room for. */
export function entriesOf(asset: AssetRecord): Entry[] {
  const ts = Math.floor(asset.created_ts);
  const at = (timeline: string): Entry => ({ timeline, ts, id: asset.id });
  return [
    at(TIMELINE.all(asset)),
    at(TIMELINE.user(asset, asset.user_id)),
    ...asset.tags.map(tag => at(TIMELINE.tag(asset, tag))),
    ...[...weightedTerms(asset)].map(([term, weight]) => ({ ...at(TIMELINE.term(asset, term)), weight })),
  ];
}
