import { part } from './dom.ts';
import { messages } from './messages.ts';
import { isKeyRefusal, describeError } from './words.ts';

/** Long enough to read a sentence, also for those whose screen reader is still speaking. */
const DONE_MS = 8_000;
const FAILED_MS = 20_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message, which screen readers announce. @param forMs how long; without it, until another one replaces it */
function showMessage(
  text: string,
  { isError = false, forMs }: { isError?: boolean; forMs?: number } = {},
): void {
  const status = part('#status', HTMLElement);
  clearTimeout(timer);
  timer = forMs === undefined ? undefined : setTimeout(() => removeMessage(text), forMs);
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle('error', isError);
}

/** Removes a message unless a newer one replaced it. */
function removeMessage(text: string): void {
  if (part('#status', HTMLElement).textContent === text) showMessage('');
}

/** Shows that something was done. */
export function showDone(text: string): void {
  showMessage(text, { forMs: DONE_MS });
}

/** Shows why something failed. */
export function showError(error: unknown): void {
  showMessage(describeError(error), { isError: true, forMs: FAILED_MS });
}

/** Runs an action of the user and shows its result. @returns whether it succeeded */
export async function attempt(done: string, work: () => Promise<unknown>): Promise<boolean> {
  showMessage('…');
  try {
    await work();
    showDone(done);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** The message of the last failure of what runs without being asked. */
let failure = '';

/** Removes the message of what failed without being asked, and of a service that answers again. */
export function forgetFailure(): void {
  removeMessage(failure);
  removeMessage(messages.refusals.noAnswer);
}

/** Runs what the user has not asked for, such as refreshing a list: says that it failed until it succeeds again. */
export async function attemptQuietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    removeMessage(failure);
  } catch (error) {
    failure = describeError(error);
    if (!isKeyRefusal(error)) showMessage(failure, { isError: true });
  }
}
