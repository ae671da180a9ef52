import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { attempt, attemptQuietly } from '../status.ts';
import { useLeaveWarning } from '../ui/leave-warning.ts';
import { OrderState } from './order-state.ts';
import { readOrder } from './read.ts';

const EVERY_MS = 10_000;

/** Reads the order at first, and every ten seconds while nothing is unsaved. */
export function useOrder(page: number, least: number) {
  const state = useMemo(() => new OrderState(page), []);
  const isRead = useMemo(() => signal(false), []);
  const reader = useRef(new AbortController());
  const wanted = useRef(least);
  wanted.current = least;
  const read = async (): Promise<void> => {
    if (state.isSaving.peek()) return;
    reader.current.abort();
    const { signal: cancel } = (reader.current = new AbortController());
    const order = await readOrder(page, wanted.current, cancel).catch((error: unknown) => {
      if (!cancel.aborted) throw error;
      return undefined;
    });
    if (!order || cancel.aborted) return;
    // Unsaved changes are merged with those of others on save.
    if (state.isUnsaved.peek()) state.extend(order);
    else state.take(order);
    isRead.value = true;
  };
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void attemptQuietly(read);
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      reader.current.abort();
    };
  }, []);
  useEffect(() => void attemptQuietly(read), [least]);
  const save = async (done: string): Promise<void> => {
    // What is read now would be older than what is saved.
    reader.current.abort();
    await attempt(done, () => state.save());
  };
  return { state, isRead, save };
}

/** Warns of losing unsaved changes, and undoes them by keys. */
export function useWarnings(state: OrderState): void {
  useLeaveWarning(() => state.isUnsaved.peek());
  useEffect(() => {
    const undo = (event: KeyboardEvent): void => {
      const isText = event.target instanceof Element && event.target.closest('input, textarea') !== null;
      if (isText || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (event.shiftKey) state.redo();
      else state.undo();
    };
    // Before the keys of the whole desk, whose Ctrl Z takes back a publication.
    document.addEventListener('keydown', undo, { capture: true });
    return () => document.removeEventListener('keydown', undo, { capture: true });
  }, []);
}
