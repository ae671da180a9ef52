import { signal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { watchReturn } from '../service/api.ts';
import { describeError } from '../words.ts';

export interface Loaded<T> {
  /** undefined until it is read. */
  value: Signal<T | undefined>;
  /** Why it could not be read; "" when it could. */
  failure: Signal<string>;
  reload: () => void;
}

const retries = new Set<() => void>();

/** Reads again what could not be read. */
export function retryLoads(): void {
  for (const retry of retries) retry();
}

/**
 * Reads something when a view is shown, and again when `key` changes, or when the service answers again after a failure. An older read that is
 * still running is cancelled.
 */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const state = useMemo(() => ({ value: signal<T | undefined>(undefined), failure: signal('') }), [key]);
  const reader = useMemo(() => ({ cancel: new AbortController() }), [key]);
  const read = async (): Promise<void> => {
    reader.cancel.abort();
    const cancel = (reader.cancel = new AbortController());
    try {
      const found = await load(cancel.signal);
      if (cancel.signal.aborted) return;
      state.value.value = found;
      state.failure.value = '';
    } catch (error) {
      if (!cancel.signal.aborted) state.failure.value = describeError(error);
    }
  };
  useEffect(() => {
    void read();
    return () => reader.cancel.abort();
  }, [key]);
  useEffect(() => {
    const retry = (): void => {
      if (state.failure.peek() !== '') void read();
    };
    retries.add(retry);
    const endWatch = watchReturn(retry);
    return () => {
      endWatch();
      retries.delete(retry);
    };
  }, [key]);
  return { ...state, reload: () => void read() };
}
