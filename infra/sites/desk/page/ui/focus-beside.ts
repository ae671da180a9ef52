/**
 * The button that removes an entry leaves with it: the focus goes to the button of the next entry, or of the one before, or to the field that adds
 * others. Otherwise it would be lost, and a screen reader with it.
 */
export function focusBeside(pressed: HTMLElement): void {
  const group = pressed.closest('.cluster, .entry-chips');
  const buttons = [...(group?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex(button => button === pressed);
  const beside = buttons[at + 1] ?? buttons[at - 1] ?? group?.querySelector('input');
  beside?.focus();
}
