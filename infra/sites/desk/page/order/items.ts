import { button, element } from '../dom.ts';
import type { Entry } from './read.ts';

/** The index that is dragged; only one list is dragged at a time. */
let dragged: number | undefined;

/** Makes an item draggable to another one's place. */
function makeDraggable(
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

/** Actions on a post in the order. */
export interface Moves {
  /** `focus`: the label of the button that gets the focus afterwards. */
  move: (from: number, to: number, focus?: string) => void;
  remove: (entry: Entry) => void;
}

export function arrangedItem(entry: Entry, index: number, { move, remove }: Moves): HTMLElement {
  const { headline } = entry;
  const mover = (label: string, to: number) => {
    const named = `${label}: ${headline}`;
    return button(label, () => move(index, to, named), { 'aria-label': named });
  };
  const removal = button('Remove', () => remove(entry), { 'aria-label': `Remove: ${headline}` });
  const item = element(
    'li',
    { draggable: true },
    element('span', {}, headline),
    element('span', { class: 'actions' }, mover('Up', index - 1), mover('Down', index + 1), removal),
  );
  return makeDraggable(item, index, move);
}

export function otherItem(entry: Entry, putFirst: (entry: Entry) => void): HTMLElement {
  const add = button('Put first', () => putFirst(entry), { 'aria-label': `Put first: ${entry.headline}` });
  return element('li', {}, element('span', {}, entry.headline), element('span', { class: 'actions' }, add));
}
