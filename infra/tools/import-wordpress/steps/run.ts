import type { Destination } from '../destination.ts';
import type { Progress } from '../progress.ts';
import type { Summary } from '../summary.ts';

/** What every step of an import works with. */
export interface Run {
  destination: Destination;
  summary: Summary;
  progress: Progress;
  /** Does the work for all values, as many at a time as the user allows. */
  forEach: <T>(values: AsyncIterable<T> | Iterable<T>, work: (value: T) => Promise<void>) => Promise<void>;
}
