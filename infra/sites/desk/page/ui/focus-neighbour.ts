/**
 * Moves the focus from a button that removes its own entry: to the button of the next or of the previous entry, or to the field that adds entries.
 * Otherwise the focus would be lost with the button, and a screen reader would lose its place.
 */
export function focusNeighbour(pressed: HTMLElement): void {
  const group = pressed.closest('.cluster, .entry-chips');
  const buttons = [...(group?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex(button => button === pressed);
  const neighbour = buttons[at + 1] ?? buttons[at - 1] ?? group?.querySelector('input');
  neighbour?.focus();
}

/** Moves the focus from a button that goes once what it asked for is done: to what is next to it. */
export async function focusBeside(pressed: HTMLElement, doing: Promise<boolean | undefined>): Promise<void> {
  const beside = pressed.nextElementSibling ?? pressed.previousElementSibling;
  const isDone = await doing;
  const { activeElement: focused } = document;
  const isLeft = focused === null || focused === document.body || focused === pressed;
  if (isDone && isLeft && beside instanceof HTMLElement) beside.focus();
}
