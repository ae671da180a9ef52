/**
 * Works on items in their order, so many at a time. After a failure no other is begun; it is thrown when those under way have come
 * to an end, so that nothing goes on behind the caller's back.
 */
export async function inLanes<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  // All lanes take from the one iterator.
  const waiting = items.values();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  const failure = lanes.find(result => result.status === 'rejected');
  if (failure) throw failure.reason;
}
