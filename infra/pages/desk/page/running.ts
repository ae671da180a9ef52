const PRESSED = 'button, input[type="file"]';

/** Runs what a button stands for. Until it is done all buttons of the element are disabled, and a second press does nothing. */
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
    // A disabled button has lost the focus; work may have moved it on.
    if (document.activeElement === document.body && pressed instanceof HTMLElement) pressed.focus();
  }
}

export function isRunning(element: HTMLElement): boolean {
  return element.ariaBusy === 'true';
}
