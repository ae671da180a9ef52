import { UnprocessableImage } from '../../core/errors.ts';

/** What a picture's header tells, without decoding any of it. */
export interface Header {
  /** As stored: an orientation is not applied. Of an animation, its canvas. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** About how many bytes its decoder holds at once, where it can't go row by row. */
  readonly memory: number;
  /** IPTC-IIM records as they are stored. */
  readonly iptc?: Buffer | undefined;
}

const MOST_PIXELS = 100_000_000;
const MOST_FRAMES = 1_000;

/** Refuses by what the header says alone. @throws UnprocessableImage */
export function checkLimits({ width, height, frames }: Header): void {
  if (width < 1 || height < 1) throw damaged('it has no size');
  if (frames > MOST_FRAMES)
    throw new UnprocessableImage(`The image has ${frames} frames; it may have at most ${MOST_FRAMES}`);
  if (width * height * frames > MOST_PIXELS) {
    const counted =
      frames > 1 ? `${width}x${height} pixels and ${frames} frames` : `${width}x${height} pixels`;
    throw new UnprocessableImage(`The image has ${counted}; it may have at most 100 megapixels in all`);
  }
}

export const damaged = (how: string, cause?: unknown): UnprocessableImage =>
  new UnprocessableImage(`The image is damaged: ${how}`, { cause });

export const ascii = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, from + length);
