import type { Sharp } from 'sharp';
import type { ImageFormat } from '../../media/kinds.ts';

/** What moves: how long each frame is shown, in milliseconds, and how often all of it (0: for ever). */
export interface Motion {
  delay: number[];
  loop: number;
}

/** Qualities that differ little from the original to the eye; efforts from which on more time saves hardly a byte. */
const ENCODERS: Readonly<Record<ImageFormat, (image: Sharp, motion: Motion | undefined) => Sharp>> = {
  jpeg: image => image.flatten({ background: '#fff' }).jpeg({ quality: 80 }),
  png: image => image.png({ compressionLevel: 7 }),
  // Animations are encoded frame by frame, so that their sizes count many times.
  webp: (image, motion) => image.webp({ quality: 80, effort: motion ? 1 : 3, ...motion }),
  avif: image => image.avif({ quality: 55, effort: 2 }),
  gif: (image, motion) => image.gif({ effort: 4, ...motion }),
};

/** Pixels as a file of a format, in sRGB and without metadata. */
export function encoded(image: Sharp, format: ImageFormat, motion?: Motion): Sharp {
  return ENCODERS[format](image.toColourspace('srgb'), motion);
}
