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
