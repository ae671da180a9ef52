import { part } from './dom.ts';
import { isKeyRefusal, reasonOf } from './words.ts';

/** Dispatched on the document when the service does not take the API key. */
export const KEY_REFUSED = 'keyrefused';

/** Said to everybody, screen readers too. */
export function say(text: string, isError = false): void {
  const status = part('#status', HTMLElement);
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle('error', isError);
}

/** Removes what was said, unless something else has been said since. */
export function takeBack(text: string): void {
  if (part('#status', HTMLElement).textContent === text) say('');
}

/** Says why something failed. */
export function report(error: unknown): void {
  say(reasonOf(error), true);
  if (isKeyRefusal(error)) document.dispatchEvent(new Event(KEY_REFUSED));
}

/** Runs what a person asked for, and says how it ended. @returns whether it was done */
export async function attempt(done: string, work: () => Promise<unknown>): Promise<boolean> {
  say('…');
  try {
    await work();
    say(done);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}
