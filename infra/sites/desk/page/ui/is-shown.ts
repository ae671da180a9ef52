import { useEffect, useRef } from 'preact/hooks';

/** @returns whether the view is still shown: an answer that comes later changes nothing */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  return () => isShown.current;
}
