/**
 * Processes items in order, at most `concurrency` at a time. After a failure no further item starts; the failure is thrown when the
 * running ones have ended, so that no work outlives the call.
 * @returns the results in the order of the items
 */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // All workers share one iterator.
  const waiting = items.entries();
  let hasFailed = false;
  const runWorker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const count = Math.min(concurrency, items.length);
  const workers = await Promise.allSettled(Array.from({ length: count }, runWorker));
  const failure = workers.find(result => result.status === 'rejected');
  if (failure) throw failure.reason;
  return results;
}
