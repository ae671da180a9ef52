import { TimedCache } from '../core/cache.ts';
import { nowTs } from '../core/clock.ts';
import { positionOf, type Position } from '../core/position.ts';
import { readViews } from './read.ts';

/** Posts by views, most first, ties newest first: positions of (views, id), as of a timeline's entries. */
export type Ranking = readonly Position[];

/** Long enough for the pages of one reading to fit together and for a crowd of readers to cost as one. */
const LIFE_MS = 5_000;
/** A ranking of 100,000 posts takes some megabytes. */
const MAX_COUNT = 4;

const cache = new TimedCache<number, Ranking>(LIFE_MS, MAX_COUNT);

/** The ranking of the last `period` hours. A writing key sees each view at once; others share one that is some seconds old. */
export async function rankingOf(period: number, consistent: boolean): Promise<Ranking> {
  const known = consistent ? undefined : cache.get(period);
  if (known) return known;
  const ranking = rank(await readViews(period, nowTs(), consistent));
  cache.set(period, ranking);
  return ranking;
}

/** Positions sort as text by views, then id. */
export function rank(views: ReadonlyMap<number, number>): Ranking {
  return [...views].map(([id, count]) => positionOf(count, id)).sort((a, b) => (a < b ? 1 : -1));
}
