import { TimedCache } from '../core/cache.ts';
import { nowTs } from '../core/clock.ts';
import { positionOf, type Position } from '../core/position.ts';
import { readViews } from './read.ts';

/** Posts by views, most viewed first, ties newest first; as positions (views, id) in the form of a timeline's. */
export type Ranking = readonly Position[];

/** The pages that a reader opens in this time come from one ranking, and many readers cost as much as one. */
const LIFE_MS = 5_000;
/** In the cache. A ranking of 100,000 posts takes some megabytes. */
const MAX_RANKINGS = 4;

const cache = new TimedCache<number, Ranking>(LIFE_MS, MAX_RANKINGS);

/** The ranking of the last `period` hours: up to date when `consistent`, else from a cache of some seconds. */
export async function rankingOf(period: number, consistent: boolean): Promise<Ranking> {
  const known = consistent ? undefined : cache.get(period);
  if (known) return known;
  const ranking = rank(await readViews(period, nowTs(), consistent));
  cache.set(period, ranking);
  return ranking;
}

/** Positions sort as text by views, then by id. */
export function rank(views: ReadonlyMap<number, number>): Ranking {
  return [...views].map(([id, count]) => positionOf(count, id)).sort((a, b) => (a < b ? 1 : -1));
}
