import { useRef } from 'preact/hooks';

/** Runs one request at a time. @returns what the work returns; undefined when another one is still running, beside which it does not begin */
type RunSingle = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** A second press of a button, before the first one is answered, does nothing. */
export function useSingle(): RunSingle {
  const isRunning = useRef(false);
  return async work => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await work();
    } finally {
      isRunning.current = false;
    }
  };
}
