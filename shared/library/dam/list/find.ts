import { InvalidInput } from '../../../platform/core/errors.ts';
import { idAt, makePosition, type Position } from '../../../platform/values/position.ts';
import { readCounted } from '../../../platform/store/query/counted.ts';
import { Allowance, findAll } from '../../../platform/store/query/exhaustive-query.ts';
import { ScanRange, EVERYWHERE, type Direction } from '../../../platform/store/query/scan-range.ts';
import { Assets } from '../assets.ts';
import { findAssets } from '../read.ts';
import type { AssetRecord } from '../record.ts';
import { matchesFilter, termsOn, type AssetFilter } from './filter.ts';

export interface PageRequest {
  order: Direction | 'score';
  offset: number;
  limit: number;
  after: Position | undefined;
  consistent: boolean;
}

export interface FoundPage {
  ids: number[];
  /** Where the next page starts, if there is one. */
  next: Position | undefined;
  total: () => Promise<number>;
}

/**
 * Finds one page of the matching assets and their exact total:
 *   - by file: reads its one or two assets;
 *   - when each partition needs only one timeline (all, one tag, one user or one word, on any day): reads a page of each, and counts the
 *     rest with COUNT queries. They cost one read unit per 80 assets (160 when eventually consistent) and one round trip per 20,000
 *     assets of a partition;
 *   - for intersections and rankings: reads all keys of the smallest set and the matching parts of the others, at the same cost per asset
 *     and set, at most MAX_EXAMINED keys; only the page's records are read;
 *   - when only the texts decide (quoted phrases, more than 20 words): reads the records of all candidates, at most MAX_READ.
 * A request beyond these limits is rejected with the reason, because a total is always exact.
 */
export async function findPage(filter: AssetFilter, request: PageRequest): Promise<FoundPage> {
  if (filter.fileId !== undefined) return await findByFile(filter.fileId, filter, request);
  const terms = filter.partitions.map(partition => termsOn(partition, filter));
  const timelines = terms.flatMap(([term = [], ...others]) => (others.length === 0 ? term : []));
  const isCountable = timelines.length === filter.partitions.length && !filter.search?.needsText;
  if (request.order === 'score' || !isCountable) return await findExhaustively(filter, request, terms);
  const { order: direction, ...page } = request;
  const { positions, next, count } = await readCounted({
    ...page,
    timelines,
    range: filter.range,
    direction,
  });
  return { ids: positions.map(idAt), next, total: count };
}

const MAX_EXAMINED = 500_000;

async function findExhaustively(
  filter: AssetFilter,
  request: PageRequest,
  partitions: readonly string[][][],
): Promise<FoundPage> {
  const { range, search } = filter;
  const allowance = new Allowance(MAX_EXAMINED);
  const found = await Promise.all(
    partitions.map(terms => findAll({ terms, range, consistent: request.consistent }, allowance)),
  );
  const scores = found.flatMap(scored => [...scored]);
  if (!search?.needsText) return cutPage(scores, request);
  return cutPage(
    await matchingScores(
      scores.map(([position]) => position),
      filter,
      request,
    ),
    request,
  );
}

const MAX_READ = 20_000;
const READ_BATCH_SIZE = 1000;

/** Reads the candidates and keeps the matching ones, with their scores. */
async function matchingScores(
  positions: readonly Position[],
  filter: AssetFilter,
  { consistent }: PageRequest,
): Promise<[Position, number][]> {
  if (positions.length > MAX_READ)
    throw new InvalidInput(`search: more than ${MAX_READ} assets have these words; narrow it down`);
  const scores: [Position, number][] = [];
  for (let start = 0; start < positions.length; start += READ_BATCH_SIZE) {
    const ids = positions.slice(start, start + READ_BATCH_SIZE).map(idAt);
    scores.push(...scoreMatches(await Assets.readMany(ids, { consistent }), filter));
  }
  return scores;
}

function scoreMatches(assets: readonly AssetRecord[], filter: AssetFilter): [Position, number][] {
  return assets
    .filter(asset => matchesFilter(asset, filter))
    .map(asset => [
      makePosition(Math.floor(asset.created_ts), asset.id),
      filter.search?.scoreAsset(asset) ?? 0,
    ]);
}

async function findByFile(fileId: number, filter: AssetFilter, request: PageRequest): Promise<FoundPage> {
  const owned = await findAssets([fileId], request);
  const ids = [...owned.values()].flat().map(({ id }) => id);
  return cutPage(scoreMatches(await Assets.readMany(ids, request), filter), request);
}

/** Cuts a page out of all matches. By score, equal scores are ordered newest first, because ids grow with time. */
function cutPage(
  scores: readonly (readonly [Position, number])[],
  { order, offset, limit, after }: PageRequest,
): FoundPage {
  const scan = new ScanRange(order === 'score' ? 'newest' : order, EVERYWHERE, after);
  const places = scores.map(([position, score]) =>
    order === 'score' ? makePosition(score, idAt(position)) : position,
  );
  const rest = places.filter(place => !scan.isBefore(place, scan.start)).sort(scan.compare);
  const page = rest.slice(offset, offset + limit);
  return {
    ids: page.map(idAt),
    next: rest.length > offset + limit ? page.at(-1) : undefined,
    total: () => Promise.resolve(scores.length),
  };
}
