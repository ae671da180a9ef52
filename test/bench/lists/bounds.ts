import { BUDGET } from '../../../shared/platform/store/query/timeline-query.ts';
import type { Bound } from './requests.ts';
import type { Row } from './table.ts';

/** The allowed cost with the largest archive, as a multiple of that with the smallest. */
const GROWTH = 1.2;
const MAX_TRIPS = 8;
/** A list may exceed the budget by its last read, and a phrase reads two items of each post. */
const OVER_BUDGET = 1.2;

type Check = (smallest: Row, largest: Row) => string[];

function grown(what: 'examined' | 'read'): Check {
  return (smallest, largest) =>
    largest[what] <= GROWTH * smallest[what] ? [] : [`${what}: ${smallest[what]} became ${largest[what]}`];
}

const CHECKS: Record<Bound, Check> = {
  flat: (...rows) => [...grown('examined')(...rows), ...grown('read')(...rows)],
  'few trips': (_, { trips }) => (trips <= MAX_TRIPS ? [] : [`${trips} trips`]),
  budget: (_, { examined }) => (examined <= OVER_BUDGET * BUDGET ? [] : [`examined ${examined}`]),
};

/** The allowed time and read units of a search over posts in any state, as a multiple of the public one's. */
const OVER_PUBLIC = 1.3;

/** What of a row exceeds another list's with the same archive; `timesAsLong` is that of requests in turns. */
export function findExcess(row: Row, like: Row, timesAsLong: number): string[] {
  const shares = { 'read units': row.read / like.read, time: timesAsLong };
  return Object.entries(shares).flatMap(([what, share]) =>
    share <= OVER_PUBLIC ? [] : [`${what}: ${share.toFixed(2)} times those of ${like.list}`],
  );
}

/** The exceeded bounds of a list's rows, which begin with the smallest archive. */
export function findFaults(rows: readonly Row[], bounds: readonly Bound[]): string[] {
  const [smallest, largest] = [rows[0], rows.at(-1)];
  if (!smallest || !largest) return ['was not measured'];
  return bounds.flatMap(bound => CHECKS[bound](smallest, largest));
}
