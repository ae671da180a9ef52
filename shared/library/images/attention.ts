import { detectImageKind } from '../media/kinds.ts';
import { centredCrop, largestCrop, type Crop, type Size } from './crops.ts';
import { awaitDecoder, createDecoder, createPixelInput } from './decoding.ts';
import { damagedImage } from './headers/header.ts';
import { readHeader } from './headers/read.ts';
import { withMemory } from './memory.ts';

/** Longer side, in pixels, of the picture that is analysed; more pixels don't change the result. */
const ANALYSED_SIDE = 320;
/** Pictures whose decoder would need more memory are not analysed. */
const MAX_MEMORY_BYTES = 300_000_000;

type Ratios = readonly { readonly code: string }[];

interface Small extends Size {
  data: Buffer;
  channels: 1 | 2 | 3 | 4;
}

/**
 * Computes for each ratio the largest crop around what attracts attention: faces, strong colours, fine detail. All crops share one small
 * decode, of an animation's first frame. Pictures whose decoder would need hundreds of megabytes (AVIF above 16 megapixels) are cropped in
 * the middle.
 * @throws UnprocessableImage when the picture can't be decoded
 */
export async function computeAutomaticCrops(
  bytes: Buffer,
  image: Size,
  ratios: Ratios,
): Promise<Record<string, Crop>> {
  const kind = detectImageKind(bytes);
  if (kind === undefined) throw damagedImage('there is no picture in it');
  const { memory } = readHeader(kind.format, bytes);
  if (memory > MAX_MEMORY_BYTES)
    return Object.fromEntries(ratios.map(({ code }) => [code, centredCrop(code, image)]));
  return await withMemory(memory, async () => {
    const small = await decodeSmall(bytes, image);
    const crops: Record<string, Crop> = {};
    for (const { code } of ratios) crops[code] = await findAttractiveCrop(code, image, small);
    return crops;
  });
}

async function decodeSmall(bytes: Buffer, image: Size): Promise<Small> {
  const scale = Math.min(1, ANALYSED_SIDE / Math.max(image.width, image.height));
  const [width, height] = [scaleLength(image.width, scale), scaleLength(image.height, scale)];
  const small = createDecoder(bytes).resize(width, height, { fit: 'fill' }).raw();
  const { data, info } = await awaitDecoder(small.toBuffer({ resolveWithObject: true }));
  return { data, width, height, channels: info.channels };
}

function scaleLength(length: number, scale: number): number {
  return Math.max(1, Math.round(length * scale));
}

/** Chooses the position of a crop that fills one side of the picture and can move along the other, in the small picture's pixels. */
async function findAttractiveCrop(code: string, image: Size, { data, ...small }: Small): Promise<Crop> {
  const { width, height } = largestCrop(code, image);
  const window = {
    width: scaleLength(width, small.width / image.width),
    height: scaleLength(height, small.height / image.height),
  };
  const { info } = await awaitDecoder(
    createPixelInput(data, small)
      .resize({ ...window, fit: 'cover', position: 'attention' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const scale = Math.max(window.width / small.width, window.height / small.height);
  const place = (offset: number, smallSide: number, side: number, length: number): number =>
    Math.min(Math.max(0, Math.round((-offset / (smallSide * scale)) * side)), side - length);
  return {
    top: place(info.cropOffsetTop ?? 0, small.height, image.height, height),
    left: place(info.cropOffsetLeft ?? 0, small.width, image.width, width),
    width,
    height,
  };
}
