import type { Sharp } from 'sharp';
import type { Size } from '../crops.ts';
import { decoded, decoderOf, pixelsOf } from '../decoding.ts';
import type { Motion } from './encode.ts';
import type { Planned } from './plan.ts';

/** A picture decoded once: upright, in sRGB, no larger than what is made of it needs. */
export interface Master extends Size {
  /** All frames, one below the other. */
  data: Buffer;
  channels: 1 | 2 | 3 | 4;
  motion?: Motion;
}

/** Up to here all of its pixels are kept, so that crops come out exactly. Beyond, scaling it down at once is what saves time. */
const KEPT_WHOLE = 8_000_000;

/** How much smaller than the picture its master may be: as much as the thumbnail that shows most of its pixels. */
function scaleFor(source: Size, planned: readonly Planned[]): number {
  if (source.width * source.height <= KEPT_WHOLE) return 1;
  const needed = planned.map(({ width, height, crop }) => {
    const shown = crop ?? source;
    return Math.max(width / shown.width, height / shown.height);
  });
  return Math.min(1, Math.max(...needed));
}

/** The size that the master of these thumbnails has. */
export function masterSize(source: Size, planned: readonly Planned[]): Size {
  const scale = planned.some(({ animated }) => animated) ? 1 : scaleFor(source, planned);
  return { width: Math.ceil(source.width * scale), height: Math.ceil(source.height * scale) };
}

/** @throws UnprocessableImage */
export async function decodeMaster(original: Buffer, size: Size, isAnimated: boolean): Promise<Master> {
  const motion = isAnimated ? await motionOf(original) : undefined;
  const pipeline = decoderOf(original, { animated: motion !== undefined })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw();
  const { data, info } = await decoded(pipeline.toBuffer({ resolveWithObject: true }));
  return { data, ...size, channels: info.channels, ...(motion && { motion }) };
}

/** Frames can't be turned upright together: of an animation with an orientation the first is shown. */
async function motionOf(original: Buffer): Promise<Motion | undefined> {
  const metadata = await decoded(decoderOf(original, { animated: true }).metadata());
  const { pages = 1, delay = [], loop = 0, orientation = 1 } = metadata;
  if (pages < 2 || orientation !== 1) return undefined;
  // GIF counts in hundredths of a second, so that it can say more than the encoders take.
  return { delay: delay.map(told), loop: told(loop) };
}

function told(value: number): number {
  return Math.min(Math.max(0, value), 65_535);
}

/** A part of the master, given in the picture's own pixels, as it is or all of its frames. */
export function partOf(master: Master, source: Size, { crop, animated }: Planned): Sharp {
  const { data, width, height, channels, motion } = master;
  const image =
    animated && motion
      ? pixelsOf(data, { width, height: height * motion.delay.length, channels, pageHeight: height })
      : pixelsOf(data.subarray(0, width * height * channels), { width, height, channels });
  if (crop === null) return image;
  const [left, across] = span(crop.left, crop.width, width / source.width, width);
  const [top, down] = span(crop.top, crop.height, height / source.height, height);
  return image.extract({ left, top, width: across, height: down });
}

/** Both ends of a side go to the nearest whole pixel, so that what lies side by side still does. */
function span(from: number, length: number, scale: number, full: number): readonly [number, number] {
  const start = Math.min(Math.round(from * scale), full - 1);
  const end = Math.min(Math.round((from + length) * scale), full);
  return [start, Math.max(1, end - start)];
}
