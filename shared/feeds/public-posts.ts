import type { Position } from '../platform/values/position.ts';
import { PostMatcher } from '../posts/listing/filters/matcher.ts';
import { NO_FILTER } from '../posts/record/filter.ts';
import type { PackedPost } from '../posts/record/post.ts';
import { readPacked } from '../posts/record/read.ts';
import { listPostSections } from '../posts/record/record.ts';
import { TIMELINE } from '../posts/record/timelines.ts';
import { readDirectory } from '../taxonomy/sections/read.ts';
import { runQuery } from '../platform/store/query/run.ts';
import { EVERYWHERE, type Direction, type Range } from '../platform/store/query/scan-range.ts';
import { KEYLESS_BUDGET } from '../platform/store/query/timeline-query.ts';

interface Wanted {
  /** The timeline to read; by default that of all published posts. */
  timeline?: string;
  range?: Range;
  direction?: Direction;
  limit: number;
  /** How many posts are examined, private ones included; by default as many as a list without a key examines. */
  maxExamined?: number;
  /** Whether to read consistently. A result that is stored must have everything that was written before. */
  consistent?: boolean;
}

/** Each round reads this many times as much as the one before it, because most posts are private when a round finds too few public ones. */
const GROWTH = 5;

/**
 * Reads the first public posts of a timeline, as a caller without a key sees them. It takes one Query, and a BatchGetItem for each hundred
 * posts, and repeats both only when private posts were among them.
 */
export async function readPublicPosts(wanted: Wanted): Promise<PackedPost[]> {
  const { timeline = TIMELINE.published, range = EVERYWHERE, direction = 'newest', limit } = wanted;
  const { consistent = false, maxExamined = Math.max(limit, KEYLESS_BUDGET) } = wanted;
  const posts: PackedPost[] = [];
  let left = maxExamined;
  let after: Position | undefined;
  for (let count = limit; posts.length < limit && left > 0; count *= GROWTH) {
    const page = { offset: 0, limit: Math.min(count, left), after, consistent };
    const { matches, next } = await runQuery({ terms: [[timeline]], without: [], range, direction, ...page });
    left -= matches.length;
    const keys = new Map(matches.map(match => [match.id, match]));
    const read = await readPacked([...keys.keys()], { content: false, stats: false, consistent });
    // The directory must have the sections of these posts, because a section that is newer than the cached ones may be private.
    const directory = await readDirectory([...new Set(read.flatMap(({ value }) => listPostSections(value)))]);
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
  return posts.slice(0, limit);
}
