/** A crop in pixels of the image. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

const MIN_SIZE = 16;

function even(value: number): number {
  return Math.round(value / 2) * 2;
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** `16x9` as a number. */
export function parseRatio(code: string): number {
  const [width = 1, height = 1] = code.split('x').map(Number);
  return width / height;
}

/** Moves the box within the image. */
export function moveBox(box: Box, x: number, y: number, picture: Size): Box {
  return {
    ...box,
    left: Math.round(within(box.left + x, 0, picture.width - box.width)),
    top: Math.round(within(box.top + y, 0, picture.height - box.height)),
  };
}

/**
 * Resizes the box to a width, with its ratio and within the image; its upper left corner stays. Sides are even, as the service
 * requires.
 */
export function resizeBox(box: Box, width: number, ratio: number, picture: Size): Box {
  const most = Math.min(picture.width - box.left, (picture.height - box.top) * ratio);
  const wanted = within(width, Math.min(MIN_SIZE * Math.max(1, ratio), most), most);
  const evenly = { width: even(wanted), height: even(wanted / ratio) };
  const shrink = (side: number, room: number): number => (side > room ? side - 2 : side);
  return {
    ...box,
    width: shrink(evenly.width, picture.width - box.left),
    height: shrink(evenly.height, picture.height - box.top),
  };
}
