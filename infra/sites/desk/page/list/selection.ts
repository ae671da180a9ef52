import { signal } from '@preact/signals';

/** Whether several stories are being chosen in the list. */
export const isSelecting = signal(false);
export const selected = signal<ReadonlySet<number>>(new Set());

export function toggleSelected(id: number): void {
  const { value } = selected;
  selected.value = new Set(
    value.has(id) ? [...value].filter(selectedId => selectedId !== id) : [...value, id],
  );
}

export function endSelecting(): void {
  isSelecting.value = false;
  selected.value = new Set();
}
