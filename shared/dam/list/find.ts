import { InvalidInput } from '../../core/errors.ts';
import { idAt, positionOf, type Position } from '../../core/position.ts';
import { readCounted } from '../../store/query/counted.ts';
import { Allowance, findAll } from '../../store/query/exhaustive-query.ts';
import { ScanRange, EVERYWHERE, type Direction } from '../../store/query/scan-range.ts';
import { assetsOfFiles, readAssets } from '../read.ts';
import type { AssetRecord } from '../record.ts';
import { isWished, termsOn, type AssetFilter } from './filter.ts';

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
 * One page of the assets that are wished for, and how many there are in all, exactly:
 *   - of one file: its one or two assets are read;
 *   - where one timeline a partition tells (all, one tag, one user, one word, on any day): a page of each, and COUNT queries for what lies
 *     beyond the page. They cost one read unit per 80 assets (160 when they need not be consistent), and take a round trip
 *     per 20,000 of a partition;
 *   - where several meet, or for a ranking: the keys of the smallest set are read whole, and the others as far as they must be. That
 *     costs as much per asset and set, at most MAX_EXAMINED, and no record is read but the page's;
 *   - where only texts tell (quoted phrases, more than 20 words): the records of all that have the words, at most MAX_READ.
 * What would cost more is refused, with a word on why: a total is exact, or there is none.
 */
export async function findPage(filter: AssetFilter, request: PageRequest): Promise<FoundPage> {
  if (filter.fileId !== undefined) return await findByFile(filter.fileId, filter, request);
  const terms = filter.partitions.map(partition => termsOn(partition, filter));
  const timelines = terms.flatMap(([term = [], ...others]) => (others.length === 0 ? term : []));
  const isCountable = timelines.length === filter.partitions.length && !filter.search?.needsText;
  if (request.order === 'score' || !isCountable) return await findWhole(filter, request, terms);
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

async function findWhole(
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
  if (!search?.needsText) return pageOf(scores, request);
  return pageOf(
    await judged(
      scores.map(([position]) => position),
      filter,
      request,
    ),
    request,
  );
}

const MAX_READ = 20_000;
const READ_BATCH_SIZE = 1000;

/** Those of the positions whose assets are as wished, each with its score. */
async function judged(
  positions: readonly Position[],
  filter: AssetFilter,
  { consistent }: PageRequest,
): Promise<[Position, number][]> {
  if (positions.length > MAX_READ)
    throw new InvalidInput(`search: more than ${MAX_READ} assets have these words; narrow it down`);
  const scores: [Position, number][] = [];
  for (let start = 0; start < positions.length; start += READ_BATCH_SIZE) {
    const ids = positions.slice(start, start + READ_BATCH_SIZE).map(idAt);
    scores.push(...scoresOf(await readAssets(ids, consistent), filter));
  }
  return scores;
}

function scoresOf(assets: readonly AssetRecord[], filter: AssetFilter): [Position, number][] {
  return assets
    .filter(asset => isWished(asset, filter))
    .map(asset => [positionOf(Math.floor(asset.created_ts), asset.id), filter.search?.scoreOf(asset) ?? 0]);
}

async function findByFile(fileId: number, filter: AssetFilter, request: PageRequest): Promise<FoundPage> {
  const owned = await assetsOfFiles([fileId], request.consistent);
  const ids = [...owned.values()].flat().map(({ id }) => id);
  return pageOf(scoresOf(await readAssets(ids, request.consistent), filter), request);
}

/** A page of what was found whole. By score, ties newest first, which is how ids grow. */
function pageOf(
  scores: readonly (readonly [Position, number])[],
  { order, offset, limit, after }: PageRequest,
): FoundPage {
  const course = new ScanRange(order === 'score' ? 'newest' : order, EVERYWHERE, after);
  const places = scores.map(([position, score]) =>
    order === 'score' ? positionOf(score, idAt(position)) : position,
  );
  const rest = places.filter(place => !course.isBefore(place, course.start)).sort(course.compare);
  const page = rest.slice(offset, offset + limit);
  return {
    ids: page.map(idAt),
    next: rest.length > offset + limit ? page.at(-1) : undefined,
    total: () => Promise.resolve(scores.length),
  };
}
