import type { Outcome, Destination } from '../destination.ts';
import { concernsOneRecord } from '../faults.ts';
import type { Progress } from '../progress.ts';
import { addFailure, countOutcome, type Subject, type Summary } from '../summary.ts';

/** The context of every step of an import. */
export interface Run {
  destination: Destination;
  summary: Summary;
  progress: Progress;
  /** Does the work for all values, with the concurrency that the user allows. */
  forEach: <T>(values: AsyncIterable<T> | Iterable<T>, work: (value: T) => Promise<void>) => Promise<void>;
}

/**
 * Does the work for one record and counts the outcome. A failed record is listed and the others continue; an error that would fail
 * every record, or that `isItsOwn` attributes to more than the record, is thrown.
 */
export async function attempt<T extends { outcome: Outcome }>(
  summary: Summary,
  subject: Subject,
  work: () => Promise<T>,
  isItsOwn: (error: unknown) => boolean = concernsOneRecord,
): Promise<T | undefined> {
  try {
    const result = await work();
    countOutcome(summary, subject.kind, result.outcome);
    return result;
  } catch (error) {
    if (!isItsOwn(error)) throw error;
    addFailure(summary, subject, error);
    return undefined;
  }
}
