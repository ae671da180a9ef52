import { part } from './dom.ts';
import { isKeyRefusal, describeError } from './words.ts';

/** Shows a message, which screen readers announce. */
function showMessage(text: string, isError = false): void {
  const status = part('#status', HTMLElement);
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle('error', isError);
}

/** Removes a message unless a newer one replaced it. */
function removeMessage(text: string): void {
  if (part('#status', HTMLElement).textContent === text) showMessage('');
}

/** Shows that something was done. */
export function showDone(text: string): void {
  showMessage(text);
}

/** Shows why something failed. */
export function showError(error: unknown): void {
  showMessage(describeError(error), true);
}

/** Runs an action of the user and shows its result. @returns whether it succeeded */
export async function attempt(done: string, work: () => Promise<unknown>): Promise<boolean> {
  showMessage('…');
  try {
    await work();
    showMessage(done);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** The message of the last failure of what runs without being asked. */
let failure = '';

/** Removes the message of what failed without being asked. */
export function forgetFailure(): void {
  removeMessage(failure);
}

/** Runs what the user has not asked for, such as refreshing a list: says that it failed until it succeeds again. */
export async function attemptQuietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    removeMessage(failure);
  } catch (error) {
    failure = describeError(error);
    if (!isKeyRefusal(error)) showMessage(failure, true);
  }
}
