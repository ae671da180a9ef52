import { concernsOneRecord, type Outcome, type Destination } from '../destination.ts';
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

/**
 * Runs `work` on every value with at most `limit` at a time, and reads a value only when a slot is free. After an error no new work
 * starts; running work ends first, then the error is thrown.
 */
export async function forEachConcurrently<T>(
  values: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const queue = asAsync(values);
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (errors.length === 0) {
      const next = await queue.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  const guarded = (): Promise<void> => worker().catch((error: unknown) => void errors.push(error));
  await Promise.all(Array.from({ length: limit }, guarded));
  await queue.return(undefined);
  if (errors.length > 0) throw errors[0];
}

async function* asAsync<T>(values: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* values;
}
