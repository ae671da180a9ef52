import type { Sharp } from 'sharp';
import type { ImageFormat } from '../../media/kinds.ts';

/** Frame durations in milliseconds, and the number of repetitions (0: endless). */
export interface Motion {
  delay: number[];
  loop: number;
}

/** Qualities without visible loss; efforts beyond which more time saves hardly a byte. */
const ENCODERS: Readonly<Record<ImageFormat, (image: Sharp, motion: Motion | undefined) => Sharp>> = {
  jpeg: image => image.flatten({ background: '#fff' }).jpeg({ quality: 80 }),
  png: image => image.png({ compressionLevel: 7 }),
  // Animations encode many frames, so that a higher effort takes too long.
  webp: (image, motion) => image.webp({ quality: 80, effort: motion ? 1 : 3, ...motion }),
  avif: image => image.avif({ quality: 55, effort: 2 }),
  gif: (image, motion) => image.gif({ effort: 4, ...motion }),
};

/** Encodes pixels in a format, in sRGB and without metadata. */
export function encodeImage(image: Sharp, format: ImageFormat, motion?: Motion): Sharp {
  return ENCODERS[format](image.toColourspace('srgb'), motion);
}
