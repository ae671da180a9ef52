import { DAY_S } from '../../../platform/core/durations.ts';
import { makePosition } from '../../../platform/values/position.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { isWithin, secondsRange, type Range } from '../../../platform/store/query/scan-range.ts';
import { isAdminTag, tagKey } from '../../../platform/text/tag.ts';
import { FILE_TYPES, type AssetRecord } from '../record.ts';
import { searchFor, type AssetSearch } from '../search.ts';
import { ASSET_PARTITIONS, TIMELINE, type AssetPartition } from '../assets.ts';
import type { AssetListQuery } from './input.ts';
import { parseIsoDate } from './iso-date.ts';

/** Conditions on listed assets, combined with AND. */
export interface AssetFilter {
  partitions: readonly AssetPartition[];
  /** The asset has at least one of these. */
  tags: readonly string[] | undefined;
  userId: number | undefined;
  fileId: number | undefined;
  /** A range of timeline positions. */
  range: Range;
  search: AssetSearch | undefined;
}

/**
 * Parses the query of a list. A caller without the administrator role sees no asset in the trash, gets the newsroom's assets by default,
 * and gets no match for administrators' tags.
 * @returns undefined when nothing can match
 */
export function parseAssetFilter(query: AssetListQuery, caller: Caller): AssetFilter | undefined {
  const tags = query.tags?.filter(tag => caller.admin || !isAdminTag(tag));
  const search = query.search === undefined ? undefined : searchFor(query.search);
  if (tags?.length === 0 || (query.search !== undefined && !search)) return undefined;
  return {
    partitions: partitionsFor(query, caller),
    tags,
    userId: query.user_id,
    fileId: query.file_id,
    range: toDayRange(query.date_added),
    search,
  };
}

/** Without `in_trash` administrators get both; other callers only assets that aren't in the trash. */
function partitionsFor({ type, file_type, in_trash }: AssetListQuery, { admin }: Caller): AssetPartition[] {
  const origin = type ?? (admin ? 'all' : 'admin');
  const trash = admin ? in_trash : false;
  return ASSET_PARTITIONS.filter(
    partition =>
      (origin === 'all' || partition.origin === origin) &&
      (file_type === 'all' || FILE_TYPES[partition.file_type] === file_type) &&
      (trash === undefined || partition.in_trash === trash),
  );
}

/** "`date_added`: that UTC day" */
function toDayRange(date = ''): Range {
  const ts = parseIsoDate(date);
  if (ts === undefined) return secondsRange(undefined, undefined);
  const midnight = Math.floor(ts / DAY_S) * DAY_S;
  return secondsRange(midnight, midnight + DAY_S - 1);
}

/** The filter on one partition: the asset must be in at least one timeline of each inner list. */
export function termsOn(partition: AssetPartition, { tags, userId, search }: AssetFilter): string[][] {
  const terms = [
    ...(tags ? [[...new Set(tags.map(tag => TIMELINE.tag(partition, tag)))]] : []),
    ...(userId === undefined ? [] : [[TIMELINE.user(partition, userId)]]),
    ...(search?.terms ?? []).map(term => [TIMELINE.term(partition, term)]),
  ];
  return terms.length > 0 ? terms : [[TIMELINE.all(partition)]];
}

/** Checks the record against the filter, because it may have changed since its timelines were read. */
export function matchesFilter(
  asset: AssetRecord,
  { partitions, tags, userId, fileId, range, search }: AssetFilter,
): boolean {
  const keys = asset.tags.map(tagKey);
  return (
    partitions.some(
      ({ in_trash, origin, file_type }) =>
        asset.in_trash === in_trash && asset.origin === origin && asset.file_type === file_type,
    ) &&
    (tags?.some(tag => keys.includes(tagKey(tag))) ?? true) &&
    (userId ?? asset.user_id) === asset.user_id &&
    (fileId ?? asset.file_id) === asset.file_id &&
    isWithin(makePosition(Math.floor(asset.created_ts), asset.id), range) &&
    (search === undefined || search.scoreAsset(asset) !== undefined)
  );
}
