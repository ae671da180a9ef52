/**
 * Works on items in their order, at most `concurrency` at a time. After a failure no further item is begun; the failure is thrown
 * when the work under way has ended, so that nothing goes on after the call.
 * @returns the results, in the order of the items
 */
export async function mapWithConcurrency<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // All workers take from the one iterator.
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
