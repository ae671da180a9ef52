import { signal } from '@preact/signals';
import { takeKeyFromLink } from './key-link.ts';

/** In sessionStorage, which ends with the tab, because a key is a password. */
const STORED = 'broadsheet.desk.key';

/** The API key of this tab; without one, the browser sends the cookie of the session. */
let key = takeKeyFromLink() ?? sessionStorage.getItem(STORED) ?? undefined;
if (key !== undefined) sessionStorage.setItem(STORED, key);

/** The author for whom the page was loaded, who is asked for with the cookie: all tabs share it, so another one may have changed it. */
let author: number | undefined;

/** Whether the service asked for a sign-in. What is open stays as it is, so that nothing typed is lost. */
export const isSignedOut = signal(false);

export function readKey(): string | undefined {
  return key;
}

/** Takes the key of a link that was opened in this tab while it shows the desk. @returns whether there was one */
export function takeLinkedKey(): boolean {
  const linked = takeKeyFromLink();
  if (linked === undefined) return false;
  storeKey(linked);
  return true;
}

export function storeKey(entered: string): void {
  key = entered;
  sessionStorage.setItem(STORED, entered);
}

export function forgetKey(): void {
  key = undefined;
  sessionStorage.removeItem(STORED);
}

export function expectAuthor(id: number): void {
  author = id;
}

/** The author whose session requests need; undefined with a key, which other tabs don't change. */
export function readExpectedAuthor(): number | undefined {
  return key === undefined ? author : undefined;
}
