import type { Position } from '../core/position.ts';
import { PostMatcher } from '../listing/filters/matcher.ts';
import { NO_FILTER } from '../posts/filter.ts';
import { unpackWithin, withContent, type ContentLimits, type PackedPost, type Post } from '../posts/post.ts';
import { readPacked } from '../posts/read.ts';
import { sectionsOf } from '../posts/record.ts';
import { TIMELINE } from '../posts/timelines.ts';
import { readDirectory } from '../sections/read.ts';
import { runQuery } from '../store/query/run.ts';
import { EVERYWHERE, type Direction, type Range } from '../store/query/scan-range.ts';

interface Wanted {
  /** By default all published posts. */
  timeline?: string;
  range?: Range;
  direction?: Direction;
  limit: number;
  /** For a result that is stored: it must not lack what was written before. */
  consistent?: boolean;
  /** Which contents are read too; by default none. */
  contents?: ContentLimits | undefined;
}

/** Each round reads more than the one before it: where one finds too few public posts, most are private. */
const MAX_ROUNDS = 4;
const GROWTH = 5;

/**
 * The first public posts of a timeline, as a caller without a key sees them. One Query, and a BatchGetItem for each hundred posts; again
 * only where private posts were among them.
 */
export async function readPublicPosts(wanted: Wanted): Promise<Post[]> {
  const { timeline = TIMELINE.published, range = EVERYWHERE, direction = 'newest', limit } = wanted;
  const { consistent = false } = wanted;
  const posts: PackedPost[] = [];
  let after: Position | undefined;
  for (let round = 0; round < MAX_ROUNDS && posts.length < limit; round++) {
    const page = { offset: 0, limit: limit * GROWTH ** round, after, consistent };
    const { matches, next } = await runQuery({ terms: [[timeline]], without: [], range, direction, ...page });
    const keys = new Map(matches.map(match => [match.id, match]));
    const parts = { content: wanted.contents !== undefined, stats: false, consistent };
    const read = await readPacked([...keys.keys()], parts);
    // Read for these posts: a section that is newer than the cached ones may be private.
    const directory = await readDirectory([...new Set(read.flatMap(({ value }) => sectionsOf(value)))]);
    const matcher = new PostMatcher({ ...NO_FILTER, anyOf: [[timeline]], excludePrivate: true }, directory);
    posts.push(
      ...read.filter(({ value }) => {
        const match = keys.get(value.id);
        return match !== undefined && matcher.accepts(value, match);
      }),
    );
    if (next === undefined) break;
    after = next;
  }
  const { contents } = wanted;
  const found = posts.slice(0, limit);
  return contents ? await unpackWithin(found, contents) : found.map(post => withContent(post, null));
}
