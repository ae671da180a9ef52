import type { Outcome } from '../destination.ts';
import { concernsOneRecord } from '../faults.ts';
import { addFailure, countOutcome, type Subject, type Summary } from '../summary.ts';

/**
 * Does the work for one record and counts how it went. A record that fails is listed and the others go on;
 * an error that would meet every record, or that `isItsOwn` says is not the record's, is thrown.
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
