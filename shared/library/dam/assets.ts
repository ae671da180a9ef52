import { AlreadyExists } from '../../platform/core/errors.ts';
import { entity } from '../../platform/store/records/entity.ts';
import { tagKey } from '../../platform/text/tag.ts';
import { AssetRecord, type FileType } from './record.ts';
import { weightedTerms } from './search.ts';

/** The partition of an asset's timelines, one of eight. */
export type AssetPartition = Pick<AssetRecord, 'in_trash' | 'origin' | 'file_type'>;

export const ASSET_PARTITIONS: readonly AssetPartition[] = [false, true].flatMap(in_trash =>
  (['admin', 'community'] as const).flatMap(origin =>
    ([0, 1] as const).map(file_type => ({ in_trash, origin, file_type })),
  ),
);

function buildTimelineName({ in_trash, origin, file_type }: AssetPartition) {
  return `assets#${in_trash ? 'trash' : 'live'}#${origin}#${file_type}` as const;
}

/**
 * The timelines of assets, ordered by (second of created_ts, id). Each belongs to one partition, so that a list of any type, file type and
 * state reads up to eight disjoint timelines, whose lengths add up to its `total`. The partition is part of every name, so this also holds
 * for a list by one tag, one user or one word. Only their combinations need comparison of keys (platform/store/query/exhaustive-query.ts). Moving
 * an asset to the trash moves all its entries, which happens less often than listing.
 *   assets#<partition>                 all
 *   assets#<partition>#tag#<tag>       by tag; list/filter.ts keeps administrators' tags from other callers
 *   assets#<partition>#user#<id>       by creator
 *   assets#<partition>#term#<word>     by the words of its texts
 */
export const TIMELINE = {
  all: (partition: AssetPartition) => buildTimelineName(partition),
  tag: (partition: AssetPartition, tag: string) =>
    `${buildTimelineName(partition)}#tag#${tagKey(tag)}` as const,
  user: (partition: AssetPartition, id: number) => `${buildTimelineName(partition)}#user#${id}` as const,
  term: (partition: AssetPartition, term: string) => `${buildTimelineName(partition)}#term#${term}` as const,
};

/** The unique value that allows one asset per file. */
export function fileClaim(fileType: FileType, fileId: number): string {
  return `${fileType}#${fileId}`;
}

/**
 * An asset of the catalogue: metadata of an image or a document, which exists independently. It is found by its file, by its shortcode
 * (library/media/shortcode-owner.ts), in lists and by search, whose entries carry the weight of their word in the asset.
 *
 * A write is one transaction: the record under its version, the claims of its file and shortcode, and every changed entry, so that a list
 * or search right after it shows it. Entries beyond 100 actions are written as in platform/store/records/overflow.ts, before the write is answered.
 *   Two simultaneous creates for one file: one commits, the other finds the claim and gets 400 already_exists.
 *   Two simultaneous edits, or an edit and a deletion: one fails on the version and retries with the new record.
 *   A crash before the commit leaves nothing; after it at most an overflow, which the outbox completes.
 *   A deletion removes record, claims and entries; the file stays and may become an asset again.
 */
export const Assets = entity({
  name: 'asset',
  record: AssetRecord,
  pk: 'ASSET#*',
  sk: 'record',
  lists: { 'assets#*': toPlaces },
  overflows: true,
  unique: {
    asset: {
      toValue: ({ file_type, file_id }) => fileClaim(file_type, file_id),
      taken: () => new AlreadyExists('file_id: there is an asset of this file already'),
    },
  },
});

/** Terms come last, so that only they go into an overflow. */
function toPlaces(asset: AssetRecord) {
  const ts = Math.floor(asset.created_ts);
  return [
    { timeline: TIMELINE.all(asset), ts },
    { timeline: TIMELINE.user(asset, asset.user_id), ts },
    ...asset.tags.map(tag => ({ timeline: TIMELINE.tag(asset, tag), ts })),
    ...[...weightedTerms(asset)].map(([term, weight]) => ({
      timeline: TIMELINE.term(asset, term),
      ts,
      weight,
    })),
  ];
}
