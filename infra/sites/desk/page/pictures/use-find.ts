import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { attemptQuietly } from '../status.ts';
import { useSingle } from '../ui/single.ts';
import { findPictures, type Found, type Source } from './find.ts';

const TYPING_MS = 250;

export interface Search {
  /** undefined until it is read. */
  found: Signal<readonly Found[] | undefined>;
  hasMore: boolean;
  more: () => void;
  reload: () => void;
}

/** Searches while someone types. An older search that is still running is cancelled. */
export function useFind(source: Source, words: string): Search {
  const found = useSignal<readonly Found[] | undefined>(undefined);
  const cursor = useSignal<string | undefined>(undefined);
  const times = useSignal(0);
  const search = useRef(new AbortController());
  const single = useSingle();
  const read = async (signal: AbortSignal, from?: string): Promise<void> => {
    const page = await findPictures(source, words.trim(), { cursor: from, signal }).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
        return undefined;
      },
    );
    if (!page || signal.aborted) return;
    found.value = from === undefined ? page.found : [...(found.peek() ?? []), ...page.found];
    cursor.value = page.cursor;
  };
  const { value: time } = times;
  useEffect(() => {
    const cancel = (search.current = new AbortController());
    const wait = found.peek() === undefined ? 0 : TYPING_MS;
    const timer = setTimeout(() => void attemptQuietly(() => read(cancel.signal)), wait);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [source, words, time]);
  /** A second press waits for the first page, and other words end it. */
  const readMore = async (): Promise<void> => {
    await single(() => attemptQuietly(() => read(search.current.signal, cursor.peek())));
  };
  return {
    found,
    hasMore: cursor.value !== undefined,
    more: () => void readMore(),
    reload: () => (times.value += 1),
  };
}
