import { idAt, type Position } from '../core/position.ts';
import type { Post } from '../posts/post.ts';
import { readPosts, type Parts } from '../posts/read.ts';
import type { Ranking } from './ranking.ts';

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
    const posts = await readPosts(positions.map(idAt), options);
    const shown = new Map(posts.filter(options.isShown).map(post => [post.value.id, post]));
    for (const position of positions) {
      if (taken.length === options.wanted) break;
      examined++;
      const post = shown.get(idAt(position));
      if (post) taken.push({ position, post });
    }
  }
  return { taken, examined };
}
