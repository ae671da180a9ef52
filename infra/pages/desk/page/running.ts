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
