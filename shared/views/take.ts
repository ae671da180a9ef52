import { idAt, type Position } from '../core/position.ts';
import { readPosts, type Parts, type Post } from '../posts/read.ts';
import type { Ranking } from './ranking.ts';

const MIN_BATCH_SIZE = 10;
const MAX_BATCH_SIZE = 500;

export interface Wish extends Parts {
  /** How many posts. */
  wanted: number;
  /** How many entries may be looked at for them. */
  most: number;
  /** Whether a post is one of those wanted: a ranking has posts too that have been removed since they were viewed. */
  shown: (post: Post) => boolean;
}

export interface Taken {
  taken: { position: Position; post: Post }[];
  /** How many entries of the ranking were looked at. */
  examined: number;
}

/** The first posts of a ranking that are shown. */
export async function take(ranking: Ranking, wish: Wish): Promise<Taken> {
  const taken: Taken['taken'] = [];
  const most = Math.min(ranking.length, wish.most);
  let examined = 0;
  while (taken.length < wish.wanted && examined < most) {
    const lacking = wish.wanted - taken.length;
    const step = Math.min(Math.max(lacking, MIN_BATCH_SIZE), MAX_BATCH_SIZE, most - examined);
    const positions = ranking.slice(examined, examined + step);
    const posts = await readPosts(positions.map(idAt), wish);
    const shown = new Map(posts.filter(wish.shown).map(post => [post.value.id, post]));
    for (const position of positions) {
      if (taken.length === wish.wanted) break;
      examined++;
      const post = shown.get(idAt(position));
      if (post) taken.push({ position, post });
    }
  }
  return { taken, examined };
}
