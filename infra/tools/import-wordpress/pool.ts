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
