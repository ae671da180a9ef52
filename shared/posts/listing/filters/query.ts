import { makePosition } from '../../../platform/values/position.ts';
import type { Consistency } from '../../../platform/store/table.ts';
import type { TextSearch, PostFilter } from '../../record/filter.ts';
import { readPacked, readRecords } from '../../record/read.ts';
import { TIMELINE } from '../../record/timelines.ts';
import { secondsRange } from '../../../platform/store/query/scan-range.ts';
import type {
  SecondaryOrder,
  Match,
  Test,
  TimelineQuery,
} from '../../../platform/store/query/timeline-query.ts';
import type { PostMatcher } from './matcher.ts';

const READ_BATCH_SIZE = 100;
const FIRST_BATCH_SIZE = 8;

type Terms = Pick<TimelineQuery, 'terms' | 'without' | 'range' | 'direction' | 'secondaryOrder' | 'test'>;

/** Expresses a filter as set algebra over timelines, and as a test of records where timelines can't decide. */
export function toQuery(filter: PostFilter, matcher: PostMatcher, { consistent }: Consistency): Terms {
  const { anyOf, noneOf, order, startTs, endTs, search } = filter;
  const terms = [...anyOf, ...(search?.terms ?? [])];
  return {
    terms: toTerms(terms, filter),
    without: noneOf,
    range: secondsRange(startTs, endTs),
    direction: order === 'oldest' ? 'oldest' : 'newest',
    secondaryOrder: order === 'updated' ? byUpdate(filter, { consistent }) : undefined,
    test: toTest(filter, matcher, { consistent }),
  };
}

/** A removed post is only in timelines of removed posts: it may satisfy any term, and its record decides. */
function toTerms(terms: PostFilter['anyOf'], { order, removed }: PostFilter): readonly (readonly string[])[] {
  if (terms.length > 0) return removed ? terms.map(names => [...names, TIMELINE.removed]) : terms;
  if (order === 'updated') return [];
  return [removed ? [TIMELINE.published, TIMELINE.removed] : [TIMELINE.published]];
}

function byUpdate({ removed }: PostFilter, { consistent }: Consistency): SecondaryOrder {
  return {
    timelines: removed ? [TIMELINE.updated, TIMELINE.removedUpdated] : [TIMELINE.updated],
    places: async matches => {
      const records = await readRecords(pickIds(matches), { consistent });
      return records.map(record => record && makePosition(record.updated_ts, record.id));
    },
  };
}

function toTest(
  { search, removed }: PostFilter,
  matcher: PostMatcher,
  { consistent }: Consistency,
): Test | undefined {
  if (search && (search.needsText || removed)) return byText(search, matcher, { consistent });
  return matcher.isNeeded ? byRecord(matcher, { consistent }) : undefined;
}

function byRecord(matcher: PostMatcher, { consistent }: Consistency): Test {
  return async matches => {
    const records = await readRecords(pickIds(matches), { consistent });
    return matches.map((match, index) => {
      const record = records[index];
      return record !== undefined && matcher.accepts(record, match);
    });
  };
}

/**
 * Reads in batches, since contents are read too, and stops when `enough` posts match. All tests of a request share the bytes that it may look
 * through; where these are limited, the batches begin small.
 */
export function byText(
  search: TextSearch,
  matcher: Pick<PostMatcher, 'accepts'>,
  { consistent }: Consistency,
): Test {
  let room = search.maxBytes;
  return async (matches, enough) => {
    const found = new Set<Match>();
    let size = room === Infinity ? READ_BATCH_SIZE : FIRST_BATCH_SIZE;
    let start = 0;
    while (start < matches.length && found.size < enough) {
      const batch = matches.slice(start, start + size);
      const posts = await readPacked(pickIds(batch), { stats: false, consistent });
      const byId = new Map(posts.map(post => [post.value.id, post]));
      const accepted = batch.filter(match => {
        const post = byId.get(match.id);
        return post !== undefined && matcher.accepts(post.value, match);
      });
      const candidates = accepted.flatMap(match => byId.get(match.id) ?? []);
      const matching = await search.findMatching(candidates, { enough: enough - found.size, maxBytes: room });
      for (const match of accepted) if (matching.found.has(match.id)) found.add(match);
      room -= matching.bytes;
      const undecided = accepted.at(matching.count);
      if (room <= 0)
        return matches
          .slice(0, undecided ? matches.indexOf(undecided) : start + batch.length)
          .map(match => found.has(match));
      start += batch.length;
      size = Math.min(READ_BATCH_SIZE, size * 2);
    }
    return matches.map(match => found.has(match));
  };
}

function pickIds(matches: readonly Match[]): number[] {
  return matches.map(match => match.id);
}
