import { TimedCache } from '../../../platform/core/cache.ts';
import { nowTs } from '../../../platform/core/clock.ts';
import type { Consistency } from '../../../platform/store/table.ts';
import { idAt, makePosition, type Position } from '../../../platform/values/position.ts';
import { findCut, type Post } from '../../record/post.ts';
import { readPosts, type Parts } from '../../record/read.ts';
import { readViews } from './read.ts';

/** Posts by views, most viewed first, ties newest first; as positions (views, id) in the form of a timeline's. */
export type Ranking = readonly Position[];

/** The pages that a reader opens in this time come from one ranking, and many readers cost as much as one. */
const LIFE_MS = 5_000;
/** In the cache. A ranking of 100,000 posts takes some megabytes. */
const MAX_RANKINGS = 4;

const cache = new TimedCache<number, Ranking>(LIFE_MS, MAX_RANKINGS);

/** The ranking of the last `period` hours: up to date when `consistent`, else from a cache of some seconds. */
export async function readRanking(period: number, { consistent }: Consistency): Promise<Ranking> {
  const known = consistent ? undefined : cache.get(period);
  if (known) return known;
  const ranking = rank(await readViews(period, nowTs(), { consistent }));
  cache.set(period, ranking);
  return ranking;
}

/** Positions sort as text by views, then by id. */
export function rank(views: ReadonlyMap<number, number>): Ranking {
  return [...views].map(([id, count]) => makePosition(count, id)).sort((a, b) => (a < b ? 1 : -1));
}

const MIN_BATCH_SIZE = 10;
const MAX_BATCH_SIZE = 500;

export interface TakeOptions extends Parts {
  /** How many posts to take. */
  wanted: number;
  maxExamined: number;
  /** A ranking may have removed and private posts: only posts for which this is true are taken. */
  isShown: (post: Post) => boolean;
}

export interface Taken {
  taken: { position: Position; post: Post }[];
  /** How many entries of the ranking were examined. */
  examined: number;
}

/** Takes the first posts of a ranking that are shown, reading in batches. */
export async function takeShown(ranking: Ranking, options: TakeOptions): Promise<Taken> {
  const taken: Taken['taken'] = [];
  const limit = Math.min(ranking.length, options.maxExamined);
  let examined = 0;
  while (taken.length < options.wanted && examined < limit) {
    const missing = options.wanted - taken.length;
    const step = Math.min(Math.max(missing, MIN_BATCH_SIZE), MAX_BATCH_SIZE, limit - examined);
    const positions = ranking.slice(examined, examined + step);
    const ids = positions.map(idAt);
    const posts = await readPosts(ids, options);
    const cut = findCut(ids, posts, options);
    const shown = new Map(posts.filter(options.isShown).map(post => [post.value.id, post]));
    for (const position of positions) {
      if (taken.length === options.wanted) break;
      examined++;
      const post = shown.get(idAt(position));
      if (post) taken.push({ position, post });
      if (idAt(position) === cut) return { taken, examined };
    }
  }
  return { taken, examined };
}
