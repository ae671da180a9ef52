import { INDEXING } from '../../../infra/dev/cost/follow-ups.ts';
import { COSTS } from '../../../infra/sites/reference/costs.ts';
import { Bucket } from './bucket.ts';
import type { Demand } from './demand.ts';
import { INDEXED_A_SECOND, LIMITS } from './limits.ts';
import { SearchIndex } from './search-index.ts';

const POSTS = 10_000;
/** An hour in which editors work. */
const BEGIN_S = 11 * 3_600;
/** npm run import writes eight posts at once by default; each takes 50 ms. */
const IMPORTED_A_SECOND = 160;
const UNITS_A_POST = COSTS['posts/create']!.write;
/** The import is spread over four partitions, and the warm table has forty: two partitions may share a shard of the stream and so a worker. */
const WORKERS = 3;
const BACKLOG_PARTITIONS = 4;
/** Longer imports are not followed. */
const MAX_S = 4 * 3_600;

export interface ImportOutcome {
  /** From the end of the import until a search finds all of its posts; Infinity when that takes over four hours. */
  searchableAfterS: number;
  /** The longest time until a search found a post of an editor. */
  editorsS: number;
}

/**
 * Simulates an import of 10,000 posts while the newsroom works, second by second. Requests take the table's write units first, then the
 * import, the index of editors' posts and last the backlog.
 * @param warm the table's write units per second at the beginning
 */
export function simulateImport(demands: readonly Demand[], warm: number): ImportOutcome {
  const table = new Bucket({ ...LIMITS['table: write units'], rate: warm, burst: warm });
  const outbox = new Bucket(LIMITS['outbox: write units']);
  const { rate, burst } = LIMITS['outbox: write units'];
  const backlogs = new Bucket({ rate: rate * BACKLOG_PARTITIONS, burst: burst * BACKLOG_PARTITIONS });
  const buckets = [table, outbox, backlogs];
  const editors = new SearchIndex(table, outbox);
  const backlog = new SearchIndex(table, backlogs, WORKERS * INDEXED_A_SECOND);
  let [left, endS] = [POSTS, Infinity];
  for (let second = BEGIN_S; second < BEGIN_S + MAX_S; second++) {
    for (const bucket of buckets) bucket.begin(second);
    for (const { at, uses, leaves } of demands) {
      const count = at(second, false);
      table.take(Math.min(table.tokens, count * (uses['table: write units'] ?? 0)));
      editors.add(second, count, leaves);
    }
    const imported = Math.min(left, IMPORTED_A_SECOND, table.tokens / UNITS_A_POST);
    table.take(imported * UNITS_A_POST);
    backlog.add(second, imported, INDEXING.published.writeUnits);
    left -= imported;
    if (left === 0) endS = Math.min(endS, second);
    editors.work(second);
    backlog.work(second);
    if (left === 0 && backlog.isEmpty) return { searchableAfterS: second - endS, editorsS: editors.longestS };
  }
  return { searchableAfterS: Infinity, editorsS: editors.longestS };
}
