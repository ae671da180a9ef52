/** At this distance from an edge of what scrolls, dragging scrolls it. */
const EDGE = 64;
const STEP = 16;

/** A pointer that moves less presses what is under it. */
const SLACK = 5;

/**
 * Moves the items of a list by mouse, pen or finger.
 * @param onMove called with the place over which an item is, and whether this drag has moved it before; returns whether it moved
 */
export function makeDragging(
  onMove: (id: number, to: number, isContinued: boolean) => boolean,
): (event: PointerEvent, id: number) => void {
  return (down, id) => {
    const { currentTarget: item } = down;
    if (!(item instanceof HTMLElement) || !mayBegin(down)) return;
    const list = item.closest('ol');
    if (!list) return;
    let isMoved = false;
    let isContinued = false;
    const follow = (event: PointerEvent): void => {
      isMoved ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLACK;
      if (!isMoved) return;
      item.classList.add('dragged');
      scrollAtEdge(list, event.clientY);
      const over = [...list.children].findIndex(other => isOver(other.getBoundingClientRect(), event));
      if (over >= 0 && onMove(id, over, isContinued)) isContinued = true;
    };
    const end = (): void => {
      item.classList.remove('dragged');
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', end);
      if (isMoved) swallowClick();
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
  };
}

/** A finger scrolls, unless it takes the grip; buttons are pressed. */
function mayBegin({ target, pointerType, button }: PointerEvent): boolean {
  if (!(target instanceof Element) || button !== 0) return false;
  return target.closest('.grip') !== null || (pointerType !== 'touch' && target.closest('button') === null);
}

/** The click at the end of a drag follows no link. */
function swallowClick(): void {
  const swallow = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}

function isOver({ top, bottom, left, right }: DOMRect, { clientX, clientY }: PointerEvent): boolean {
  return clientY >= top && clientY <= bottom && clientX >= left && clientX <= right;
}

function scrollAtEdge(list: Element, y: number): void {
  const scroller = list.closest('.pane');
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < top + EDGE) scroller.scrollBy(0, -STEP);
  else if (y > bottom - EDGE) scroller.scrollBy(0, STEP);
}
