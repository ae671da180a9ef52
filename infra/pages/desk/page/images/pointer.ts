interface Pointed {
  /** By so many pixels of the screen. */
  onMove: (x: number, y: number) => void;
  onResize: (x: number) => void;
}

/** Within so many pixels of the lower right corner it is sized, elsewhere moved. */
const CORNER = 24;

/** Lets a box be moved and sized by mouse, pen or finger. */
export function pointed(box: HTMLElement, { onMove, onResize }: Pointed): void {
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
