/** Loads at the first call, and only once. A failure is not remembered: the next call loads again. */
export function lazy<Input extends unknown[], T>(
  load: (...input: Input) => T | Promise<T>,
): (...input: Input) => Promise<T> {
  let loading: Promise<T> | undefined;
  return (...input) => {
    loading ??= Promise.resolve(load(...input)).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
