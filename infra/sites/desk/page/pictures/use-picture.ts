import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { readPicture, readPictureAgain, type Picture } from './known.ts';

/**
 * A picture of the library; undefined until it is read. It is read again when its viewer comes back to the page, because it may have been replaced in
 * another tab.
 */
export function usePicture(id: number | undefined): Picture | undefined {
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
    show(readPicture(id));
    addEventListener('focus', readAgain);
    return () => {
      isCurrent = false;
      removeEventListener('focus', readAgain);
    };
  }, [id]);
  return shown.value;
}
