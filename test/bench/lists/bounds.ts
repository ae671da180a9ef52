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

/** The exceeded bounds of a list's rows, which begin with the smallest archive. */
export function findFaults(rows: readonly Row[], bounds: readonly Bound[]): string[] {
  const [smallest, largest] = [rows[0], rows.at(-1)];
  if (!smallest || !largest) return ['was not measured'];
  return bounds.flatMap(bound => CHECKS[bound](smallest, largest));
}
