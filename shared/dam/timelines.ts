import type { Entry } from '../store/timeline.ts';
import { tagKey } from '../text/tag.ts';
import type { AssetRecord } from './record.ts';
import { weightedTerms } from './search.ts';

/** The partition of an asset's timelines, one of eight. */
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
 * The timelines of assets, ordered by (second of created_ts, id). Each belongs to one partition, so that a list of any type, file type and
 * state reads up to eight disjoint timelines, whose lengths add up to its `total`. The partition is part of every name, so this also holds
 * for a list by one tag, one user or one word. Only their combinations need comparison of keys (store/query/exhaustive-query.ts). Moving
 * an asset to the trash moves all its entries, which happens less often than listing.
 *   assets#<partition>                 all
 *   assets#<partition>#tag#<tag>       by tag; list/filter.ts keeps administrators' tags from other callers
 *   assets#<partition>#user#<id>       by creator
 *   assets#<partition>#term#<word>     by the words of its texts
 */
export const TIMELINE = {
  all: (partition: AssetPartition) => nameOf(partition),
  tag: (partition: AssetPartition, tag: string) => `${nameOf(partition)}#tag#${tagKey(tag)}`,
  user: (partition: AssetPartition, id: number) => `${nameOf(partition)}#user#${id}`,
  term: (partition: AssetPartition, term: string) => `${nameOf(partition)}#term#${term}`,
};

/** All list entries of an asset. Terms come last, so that only they go into an overflow. */
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
