import type { Destination } from '../destination.ts';
import type { Progress } from '../progress.ts';
import type { Summary } from '../summary.ts';

/** The context of every step of an import. */
export interface Run {
  destination: Destination;
  summary: Summary;
  progress: Progress;
  /** Does the work for all values, with the concurrency that the user allows. */
  forEach: <T>(values: AsyncIterable<T> | Iterable<T>, work: (value: T) => Promise<void>) => Promise<void>;
}
