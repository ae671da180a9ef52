import type { Sharp } from 'sharp';
import type { ImageFormat } from '../../media/kinds.ts';
import type { Size } from '../crops.ts';
import { awaitDecoder, createDecoder, createPixelInput } from '../decoding.ts';
import type { Planned } from './plan.ts';

/** A picture decoded once for all its thumbnails: upright, in sRGB, no larger than they need. */
export interface Master extends Size {
  /** All frames, one below the other. */
  data: Buffer;
  channels: 1 | 2 | 3 | 4;
  motion?: Motion;
}

/** Up to this size all pixels are kept, so that crops are exact. Larger pictures are scaled down at decoding to save time. */
const MAX_UNSCALED_PIXELS = 8_000_000;

/** The scale of the master: that of the thumbnail with the highest resolution. */
function scaleFor(source: Size, planned: readonly Planned[]): number {
  if (source.width * source.height <= MAX_UNSCALED_PIXELS) return 1;
  const needed = planned.map(({ width, height, crop }) => {
    const shown = crop ?? source;
    return Math.max(width / shown.width, height / shown.height);
  });
  return Math.min(1, Math.max(...needed));
}

/** The master's size for these thumbnails. */
export function masterSize(source: Size, planned: readonly Planned[]): Size {
  const scale = planned.some(({ animated }) => animated) ? 1 : scaleFor(source, planned);
  return { width: Math.ceil(source.width * scale), height: Math.ceil(source.height * scale) };
}

/** @throws UnprocessableImage */
export async function decodeMaster(original: Buffer, size: Size, isAnimated: boolean): Promise<Master> {
  const motion = isAnimated ? await readMotion(original) : undefined;
  const pipeline = createDecoder(original, { animated: motion !== undefined })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw();
  const { data, info } = await awaitDecoder(pipeline.toBuffer({ resolveWithObject: true }));
  return { data, ...size, channels: info.channels, ...(motion && { motion }) };
}

/** An animation with an orientation shows its first frame only, because the decoder can't rotate all frames. */
async function readMotion(original: Buffer): Promise<Motion | undefined> {
  const metadata = await awaitDecoder(createDecoder(original, { animated: true }).metadata());
  const { pages = 1, delay = [], loop = 0, orientation = 1 } = metadata;
  if (pages < 2 || orientation !== 1) return undefined;
  // GIF counts hundredths of a second, so its values may exceed the encoders' maximum.
  return { delay: delay.map(encodable), loop: encodable(loop) };
}

function encodable(value: number): number {
  return Math.min(Math.max(0, value), 65_535);
}

/** A crop of the master, given in the original's pixels; all frames of it when the thumbnail is animated. */
export function extractPart(master: Master, source: Size, { crop, animated }: Planned): Sharp {
  const { data, width, height, channels, motion } = master;
  const image =
    animated && motion
      ? createPixelInput(data, { width, height: height * motion.delay.length, channels, pageHeight: height })
      : createPixelInput(data.subarray(0, width * height * channels), { width, height, channels });
  if (crop === null) return image;
  const [left, across] = span(crop.left, crop.width, width / source.width, width);
  const [top, down] = span(crop.top, crop.height, height / source.height, height);
  return image.extract({ left, top, width: across, height: down });
}

/** Rounds both ends to whole pixels, so that adjacent parts stay adjacent. */
function span(from: number, length: number, scale: number, full: number): readonly [number, number] {
  const start = Math.min(Math.round(from * scale), full - 1);
  const end = Math.min(Math.round((from + length) * scale), full);
  return [start, Math.max(1, end - start)];
}

/** Frame durations in milliseconds, and the number of repetitions (0: endless). */
interface Motion {
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
