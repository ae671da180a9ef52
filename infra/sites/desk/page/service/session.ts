import { signal } from '@preact/signals';
import { takeKeyFromLink } from './key-link.ts';

/** In sessionStorage, which ends with the tab, because a key is a password. */
const STORED = 'broadsheet.desk.key';

/** The API key of this tab; without one, the browser sends the cookie of the session. */
let key = takeKeyFromLink() ?? sessionStorage.getItem(STORED) ?? undefined;
if (key !== undefined) sessionStorage.setItem(STORED, key);

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
