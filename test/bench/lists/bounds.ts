import { BUDGET } from '../../../shared/store/query/run.ts';
import type { Bound } from './requests.ts';
import type { Row } from './table.ts';

/** How much more a list may cost with the largest archive than with the smallest. */
const GROWTH = 1.2;
const MAX_TRIPS = 8;
/** The budget ends reading, not a read that is under way; of a post whose text is looked at two items are read. */
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

/** What doesn't hold of a list's rows, the smallest archive's first. */
export function faultsOf(rows: readonly Row[], bounds: readonly Bound[]): string[] {
  const [smallest, largest] = [rows[0], rows.at(-1)];
  if (!smallest || !largest) return ['was not measured'];
  return bounds.flatMap(bound => CHECKS[bound](smallest, largest));
}
