import { part } from './dom.ts';
import { isKeyRefusal, describeError } from './words.ts';

/** Dispatched on the document when the service refuses the API key. */
export const KEY_REFUSED = 'keyrefused';

/** Shows a message, which screen readers announce. */
export function showMessage(text: string, isError = false): void {
  const status = part('#status', HTMLElement);
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle('error', isError);
}

/** Removes a message unless a newer one replaced it. */
export function removeMessage(text: string): void {
  if (part('#status', HTMLElement).textContent === text) showMessage('');
}

/** Shows why something failed. */
export function showError(error: unknown): void {
  showMessage(describeError(error), true);
  if (isKeyRefusal(error)) document.dispatchEvent(new Event(KEY_REFUSED));
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

const PRESSED = 'button, input[type="file"]';

/** Runs a button's action. All buttons of the element are disabled until it ends. */
export async function whileRunning(element: HTMLElement, work: () => Promise<unknown>): Promise<void> {
  if (isRunning(element)) return;
  const pressed = document.activeElement;
  const waiting = [...element.querySelectorAll<HTMLButtonElement | HTMLInputElement>(PRESSED)];
  const disable = (isDisabled: boolean): void => waiting.forEach(one => (one.disabled = isDisabled));
  element.ariaBusy = 'true';
  disable(true);
  try {
    await work();
  } finally {
    element.ariaBusy = null;
    disable(false);
    // A disabled button loses the focus; the action may have moved it.
    if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus();
  }
}

export function isRunning(element: HTMLElement): boolean {
  return element.ariaBusy === 'true';
}
