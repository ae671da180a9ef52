import { useRef } from 'preact/hooks';

/** @returns a function that runs one thing at a time: a second press, while the first one is not answered, does nothing */
export function useSingle(): (work: () => Promise<boolean>) => Promise<boolean> {
  const isRunning = useRef(false);
  return async work => {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      return await work();
    } finally {
      isRunning.current = false;
    }
  };
}
