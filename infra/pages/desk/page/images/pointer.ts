interface PointerCallbacks {
  /** Called with a distance in pixels of the screen. */
  onMove: (x: number, y: number) => void;
  onResize: (x: number) => void;
}

/** A drag that begins within this many pixels of the lower right corner resizes the box; elsewhere it moves it. */
const CORNER = 24;

/** Makes a box movable and resizable by mouse, pen or finger. */
export function makePointable(box: HTMLElement, { onMove, onResize }: PointerCallbacks): void {
  box.addEventListener('pointerdown', down => {
    down.preventDefault();
    box.focus();
    box.setPointerCapture(down.pointerId);
    const { right, bottom } = box.getBoundingClientRect();
    const sizes = right - down.clientX < CORNER && bottom - down.clientY < CORNER;
    let { clientX: x, clientY: y } = down;
    const follow = (event: PointerEvent): void => {
      if (sizes) onResize(event.clientX - x);
      else onMove(event.clientX - x, event.clientY - y);
      ({ clientX: x, clientY: y } = event);
    };
    box.addEventListener('pointermove', follow);
    const end = (): void => box.removeEventListener('pointermove', follow);
    box.addEventListener('pointerup', end, { once: true });
    box.addEventListener('pointercancel', end, { once: true });
  });
}
