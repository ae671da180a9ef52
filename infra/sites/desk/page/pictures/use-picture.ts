import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RefObject } from 'preact';
import { whenSeen } from '../ui/when-seen.ts';
import { readPicture, readPictureAgain, type Picture } from './known.ts';

/**
 * A picture of the library; undefined until it is read. It is read again when its viewer comes back to the page, because it may have been replaced in
 * another tab.
 * @param view the element that shows it, without which it isn't read again before it is on the screen
 */
export function usePicture(id: number | undefined, view?: RefObject<Element | null>): Picture | undefined {
  const shown = useSignal<Picture | undefined>(undefined);
  useEffect(() => {
    if (shown.peek()?.id !== id) shown.value = undefined;
    if (id === undefined) return undefined;
    let isCurrent = true;
    const show = (reading: Promise<Picture>): void =>
      void reading.then(
        found => isCurrent && (shown.value = found),
        () => undefined,
      );
    const readAgain = (): void => show(readPictureAgain(id));
    const comeBack = (): void => {
      if (view?.current) whenSeen(view.current, readAgain);
      else readAgain();
    };
    show(readPicture(id));
    addEventListener('focus', comeBack);
    return () => {
      isCurrent = false;
      removeEventListener('focus', comeBack);
    };
  }, [id]);
  return shown.value;
}
