import type { Outcome } from '../destination.ts';
import { concernsOneRecord } from '../faults.ts';
import { addFailure, countOutcome, type Subject, type Summary } from '../summary.ts';

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
