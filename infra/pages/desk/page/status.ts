import { part } from './dom.ts';
import { isKeyRefusal, reasonOf } from './words.ts';

/** Dispatched on the document when the service refuses the API key. */
export const KEY_REFUSED = 'keyrefused';

/** Shows a message, which screen readers announce. */
export function say(text: string, isError = false): void {
  const status = part('#status', HTMLElement);
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle('error', isError);
}

/** Removes a message unless a newer one replaced it. */
export function takeBack(text: string): void {
  if (part('#status', HTMLElement).textContent === text) say('');
}

/** Shows why something failed. */
export function report(error: unknown): void {
  say(reasonOf(error), true);
  if (isKeyRefusal(error)) document.dispatchEvent(new Event(KEY_REFUSED));
}

/** Runs an action of the user and shows its result. @returns whether it succeeded */
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
