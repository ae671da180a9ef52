import { positionOf } from '../../core/position.ts';
import type { TextSearch, Wish } from '../../posts/filter.ts';
import { readPacked } from '../../posts/read.ts';
import { TIMELINE } from '../../posts/timelines.ts';
import type { Along, Match, Test, TimelineQuery } from '../../store/query/run.ts';
import { secondsRange } from '../../store/query/scan-range.ts';
import type { Judge } from './matcher.ts';
import { readRecords } from './records.ts';

const READ_AT_ONCE = 100;

type Terms = Pick<TimelineQuery, 'terms' | 'without' | 'range' | 'direction' | 'along' | 'test'>;

/** The wish as set algebra over timelines, and as a test of records where timelines can't tell. */
export function queryOf(wish: Wish, judge: Judge, consistent: boolean): Terms {
  const { anyOf, noneOf, order, startTs, endTs, search } = wish;
  const terms = [...anyOf, ...(search?.terms ?? [])];
  return {
    terms: statedTerms(terms, wish),
    without: noneOf,
    range: secondsRange(startTs, endTs),
    direction: order === 'oldest' ? 'oldest' : 'newest',
    along: order === 'updated' ? byUpdate(wish, consistent) : undefined,
    test: testOf(wish, judge, consistent),
  };
}

/** A removed post is in no timeline but those of the removed: it may satisfy any term, which its record tells. */
function statedTerms(terms: Wish['anyOf'], { order, removed }: Wish): readonly (readonly string[])[] {
  if (terms.length > 0) return removed ? terms.map(names => [...names, TIMELINE.removed]) : terms;
  if (order === 'updated') return [];
  return [removed ? [TIMELINE.published, TIMELINE.removed] : [TIMELINE.published]];
}

const byUpdate = ({ removed }: Wish, consistent: boolean): Along => ({
  timelines: removed ? [TIMELINE.updated, TIMELINE.removedUpdated] : [TIMELINE.updated],
  places: async matches => {
    const records = await readRecords(idsOf(matches), consistent);
    return records.map(record => record && positionOf(record.updated_ts, record.id));
  },
});

function testOf({ search, removed }: Wish, judge: Judge, consistent: boolean): Test | undefined {
  if (search && (search.needsText || removed)) return byText(search, judge, consistent);
  return judge.isNeeded ? byRecord(judge, consistent) : undefined;
}

const byRecord =
  (judge: Judge, consistent: boolean): Test =>
  async matches => {
    const records = await readRecords(idsOf(matches), consistent);
    return matches.map((match, index) => {
      const record = records[index];
      return record !== undefined && judge.accepts(record, match);
    });
  };

/** Some at a time, since their contents come along; and no more than it takes to find `enough`. */
const byText =
  (search: TextSearch, judge: Judge, consistent: boolean): Test =>
  async (matches, enough) => {
    const wanted = new Set<Match>();
    for (let start = 0; start < matches.length && wanted.size < enough; start += READ_AT_ONCE) {
      const some = matches.slice(start, start + READ_AT_ONCE);
      const posts = await readPacked(idsOf(some), { stats: false, consistent });
      const byId = new Map(posts.map(post => [post.value.id, post]));
      const accepted = some.filter(match => {
        const post = byId.get(match.id);
        return post !== undefined && judge.accepts(post.value, match);
      });
      const candidates = accepted.flatMap(match => byId.get(match.id) ?? []);
      const holding = await search.holding(candidates, enough - wanted.size);
      for (const match of accepted) if (holding.has(match.id)) wanted.add(match);
    }
    return matches.map(match => wanted.has(match));
  };

const idsOf = (matches: readonly Match[]): number[] => matches.map(match => match.id);
