import jpeg from 'jpeg-js';
import { GifReader } from 'omggif';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import type { Crop } from '../../../shared/library/images/crops.ts';
import { placeShown } from './pictures.ts';

/** Pixels as red, green, blue on white. */
export interface Pixels {
  width: number;
  height: number;
  data: Float32Array;
}

/**
 * Decodes a picture's first frame with JavaScript decoders that the service does not use. WebP and AVIF have none, so sharp decodes
 * them without scaling. The caller gives the orientation.
 */
export async function decodedIndependently(bytes: Buffer, format: string, orientation = 1): Promise<Pixels> {
  return upright(onWhite(await rgba(bytes, format)), orientation);
}

interface Rgba {
  width: number;
  height: number;
  data: Uint8Array;
}

async function rgba(bytes: Buffer, format: string): Promise<Rgba> {
  if (format === 'jpeg') return jpeg.decode(bytes, { useTArray: true, maxMemoryUsageInMB: 2_000 });
  if (format === 'png') return PNG.sync.read(bytes);
  if (format === 'gif') {
    const gif = new GifReader(bytes);
    const data = new Uint8Array(gif.width * gif.height * 4);
    gif.decodeAndBlitFrameRGBA(0, data);
    return { width: gif.width, height: gif.height, data };
  }
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function onWhite({ width, height, data }: Rgba): Pixels {
  const flat = new Float32Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = data[pixel * 4 + 3]! / 255;
    for (let band = 0; band < 3; band++)
      flat[pixel * 3 + band] = data[pixel * 4 + band]! * alpha + 255 * (1 - alpha);
  }
  return { width, height, data: flat };
}

function upright(stored: Pixels, orientation: number): Pixels {
  const isTurned = orientation > 4;
  const width = isTurned ? stored.height : stored.width;
  const height = isTurned ? stored.width : stored.height;
  const data = new Float32Array(stored.data.length);
  for (let y = 0; y < stored.height; y++) {
    for (let x = 0; x < stored.width; x++) {
      const [shownX, shownY] = placeShown(orientation, x, y, stored);
      const [from, to] = [(y * stored.width + x) * 3, (shownY * width + shownX) * 3];
      for (let band = 0; band < 3; band++) data[to + band] = stored.data[from + band]!;
    }
  }
  return { width, height, data };
}

/** Scales a part to a size: each pixel is the mean of the area it covers. It scales each row first, then each column. */
export function scaledPart(picture: Pixels, crop: Crop | null, width: number, height: number): Pixels {
  const { left, top, width: wide, height: high } = crop ?? { left: 0, top: 0, ...picture };
  const rows = new Float32Array(width * high * 3);
  const across = shares(left, wide / width, width);
  for (let y = 0; y < high; y++)
    mix(picture.data, rows, across, (top + y) * picture.width * 3, 3, y * width * 3, 3);
  const data = new Float32Array(width * height * 3);
  const down = shares(0, high / height, height);
  for (let x = 0; x < width; x++) mix(rows, data, down, x * 3, width * 3, x * 3, width * 3);
  return { width, height, data };
}

interface Share {
  first: number;
  weights: number[];
}

/** For each output position of a side: the first source pixel that it covers, and the weights of that and the next ones. */
function shares(start: number, scale: number, length: number): Share[] {
  return Array.from({ length }, (_, place) => {
    const [from, to] = [start + place * scale, start + (place + 1) * scale];
    const first = Math.floor(from);
    const weights: number[] = [];
    for (let pixel = first; pixel < to - 1e-6; pixel++)
      weights.push((Math.min(to, pixel + 1) - Math.max(from, pixel)) / scale);
    return { first, weights };
  });
}

/** Scales one line of pixels, which are `step` apart in the source and `nextStep` in the target. */
function mix(
  source: Float32Array,
  target: Float32Array,
  places: readonly Share[],
  ...[from, step, to, nextStep]: [number, number, number, number]
): void {
  places.forEach(({ first, weights }, place) => {
    let [red, green, blue] = [0, 0, 0];
    for (let index = 0; index < weights.length; index++) {
      const at = from + (first + index) * step;
      const weight = weights[index]!;
      red += source[at]! * weight;
      green += source[at + 1]! * weight;
      blue += source[at + 2]! * weight;
    }
    target.set([red, green, blue], to + place * nextStep);
  });
}

/** The difference of two pictures in levels of 255, and the correlation of their brightness from 0 to 1. */
export function compared(one: Pixels, other: Pixels): { difference: number; likeness: number } {
  if (one.data.length !== other.data.length) return { difference: Infinity, likeness: 0 };
  const count = one.data.length;
  const [meanOne, meanOther] = [mean(one.data), mean(other.data)];
  let [difference, together, alone, otherAlone] = [0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const [a, b] = [one.data[at]!, other.data[at]!];
    difference += Math.abs(a - b);
    together += (a - meanOne) * (b - meanOther);
    alone += (a - meanOne) ** 2;
    otherAlone += (b - meanOther) ** 2;
  }
  const spread = Math.sqrt(alone * otherAlone);
  return { difference: difference / count, likeness: spread === 0 ? 1 : together / spread };
}

function mean(data: Float32Array): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length;
}
