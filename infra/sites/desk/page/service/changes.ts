import { CursorExpired } from '../../../../client/source/errors.ts';
import { api, type Client } from './api.ts';

const EVERY_MS = 5_000;

type Change = Awaited<ReturnType<Client['editor']['changes']>>['changes'][number];
/** `all`: what changed isn't known any more, after a day asleep. */
export type Changed = readonly Change[] | 'all';

/** Whether a story changed, or what is staged for it: both have the story's id. */
export function isOfStory({ kind }: Change): boolean {
  return kind === 'post' || kind === 'staged_change';
}

const listeners = new Set<(changed: Changed) => void>();
let cursor: string | undefined;
let isReading = false;

/** Tells what others change, within seconds. @returns a function that ends it */
export function watchChanges(listener: (changed: Changed) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the feed of changes while the page is visible. @returns a function that ends it */
export function followChanges(): () => void {
  const read = (): void => {
    if (!document.hidden) void readChanges();
  };
  read();
  const timer = setInterval(read, EVERY_MS);
  addEventListener('focus', read);
  document.addEventListener('visibilitychange', read);
  return () => {
    clearInterval(timer);
    removeEventListener('focus', read);
    document.removeEventListener('visibilitychange', read);
  };
}

/** What fails is read again by the next call, from the same cursor. */
export async function readChanges(): Promise<void> {
  if (isReading) return;
  isReading = true;
  try {
    for (let hasMore = true; hasMore;) hasMore = await readPage();
  } catch (error) {
    if (error instanceof CursorExpired) {
      cursor = undefined;
      tell('all');
    }
  } finally {
    isReading = false;
  }
}

async function readPage(): Promise<boolean> {
  const isFirst = cursor === undefined;
  const page = await api.editor.changes({ query: isFirst ? {} : { since: cursor } });
  ({ cursor } = page);
  if (page.changes.length > 0) tell(page.changes);
  return page.has_more && !isFirst;
}

function tell(changed: Changed): void {
  for (const listener of listeners) listener(changed);
}
