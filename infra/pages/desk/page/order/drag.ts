/** The index that is dragged; only one list is dragged at a time. */
let dragged: number | undefined;

/** Makes an item draggable to another one's place. */
export function makeDraggable(
  item: HTMLElement,
  index: number,
  onMove: (from: number, to: number) => void,
): HTMLElement {
  item.addEventListener('dragstart', event => {
    dragged = index;
    event.dataTransfer?.setData('text/plain', String(index));
    item.classList.add('dragged');
  });
  item.addEventListener('dragend', () => {
    dragged = undefined;
    item.classList.remove('dragged');
  });
  item.addEventListener('dragover', event => {
    if (dragged === undefined) return;
    event.preventDefault();
    item.classList.add('target');
  });
  item.addEventListener('dragleave', () => item.classList.remove('target'));
  item.addEventListener('drop', event => {
    event.preventDefault();
    item.classList.remove('target');
    if (dragged !== undefined && dragged !== index) onMove(dragged, index);
  });
  return item;
}
