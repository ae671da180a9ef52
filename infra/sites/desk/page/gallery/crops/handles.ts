interface Callbacks {
  /** Called with the distance by which the box moves. */
  onMove: (x: number, y: number) => void;
  /** Called with the change of the width. */
  onResize: (x: number) => void;
}

/** A drag that begins within this many pixels of the lower right corner resizes the box; elsewhere it moves it. */
const CORNER = 24;

/** Makes a box movable and resizable by mouse, pen or finger, in pixels of the screen. */
export function makePointable(box: HTMLElement, { onMove, onResize }: Callbacks): void {
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

const STEP = 2;
const LARGE_STEP = 20;

/** Makes a box movable by the arrow keys, in larger steps with shift, and resizable by plus and minus. */
export function makeKeyable(box: HTMLElement, { onMove, onResize }: Callbacks): void {
  box.addEventListener('keydown', event => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => onMove(-step, 0),
      ArrowRight: () => onMove(step, 0),
      ArrowUp: () => onMove(0, -step),
      ArrowDown: () => onMove(0, step),
      '+': () => onResize(LARGE_STEP),
      '-': () => onResize(-LARGE_STEP),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
