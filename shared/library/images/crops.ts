/** A part of a picture, in whole pixels of the upright picture. */
export interface Crop {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** A crop as clients send it, optionally with the size of the picture that it was made on. */
export interface SentCrop extends Crop {
  imgWidth?: number;
  imgHeight?: number;
}

export interface Size {
  width: number;
  height: number;
}

interface Ratio {
  readonly code: string;
}

/** Tolerated relative deviation of width / height from the ratio. */
const TOLERANCE = 0.02;
/** Below this deviation, the larger rectangle is preferred to the more exact one. */
const PREFERRED_TOLERANCE = 0.01;

function parseRatio(code: string): readonly [number, number] {
  const [wide = 1, high = 1] = code.split('x').map(Number);
  return [Math.max(wide, 1), Math.max(high, 1)];
}

/** The largest rectangle of a ratio in a picture, with even sides unless they are a single pixel. */
export function largestCrop(code: string, { width, height }: Size): Size {
  const [wide, high] = parseRatio(code);
  const [fullWidth, fullHeight] = [evenBelow(width), evenBelow(height)];
  const byWidth = evenBelow(Math.min(width, (height * wide) / high));
  const byHeight = evenBelow(Math.min(height, (width * high) / wide));
  const one = { width: byWidth, height: evenNear((byWidth * high) / wide, fullHeight) };
  const other = { width: evenNear((byHeight * wide) / high, fullWidth), height: byHeight };
  const [offOne, offOther] = [deviation(code, one), deviation(code, other)];
  const isLarger = one.width * one.height >= other.width * other.height;
  return (Math.max(offOne, offOther) <= PREFERRED_TOLERANCE ? isLarger : offOne <= offOther) ? one : other;
}

/** The largest rectangle of a ratio, centred. */
export function centredCrop(code: string, image: Size): Crop {
  const { width, height } = largestCrop(code, image);
  return {
    top: Math.floor((image.height - height) / 2),
    left: Math.floor((image.width - width) / 2),
    width,
    height,
  };
}

function evenBelow(length: number): number {
  return length < 2 ? 1 : 2 * Math.floor(length / 2);
}

function evenNear(length: number, most: number): number {
  return Math.min(most, length < 1.5 ? 1 : 2 * Math.round(length / 2));
}

/** The relative deviation of a rectangle from the ratio. One rounded division of integers: exactly 2 % is 0.02, not a little more. */
function deviation(code: string, { width, height }: Size): number {
  const [wide, high] = parseRatio(code);
  return Math.abs(width * high - height * wide) / (height * wide);
}

/** Tolerates rounding to whole or even pixels, which makes the ratio of a small crop inexact. */
function hasRatio(code: string, { width, height }: Size): boolean {
  const [wide, high] = parseRatio(code);
  const off = Math.min(Math.abs(width - (height * wide) / high), Math.abs(height - (width * high) / wide));
  const areEven = width % 2 === 0 && height % 2 === 0;
  return off < 1 || (areEven && off <= 1) || deviation(code, { width, height }) <= TOLERANCE;
}

/** The faults of manual crops, each beginning with the field: `manual_image_crops.3x1.width: …`. */
export function manualCropFaults(
  field: string,
  crops: Readonly<Record<string, SentCrop | null>>,
  image: Size,
  ratios: readonly Ratio[],
): string[] {
  const codes = ratios.map(({ code }) => code);
  return Object.entries(crops).flatMap(([code, crop]) =>
    codes.includes(code)
      ? cropFaults(code, crop, image).map(fault => `${field}.${code}${fault}`)
      : [`${field}.${code.slice(0, 20)}: is not a ratio of this site, which has ${codes.join(', ')}`],
  );
}

function cropFaults(code: string, crop: SentCrop | null, image: Size): string[] {
  if (!crop) return [];
  const across = sideFaults(
    ['left', 'width', 'imgWidth'],
    [crop.left, crop.width, crop.imgWidth],
    image.width,
  );
  const down = sideFaults(
    ['top', 'height', 'imgHeight'],
    [crop.top, crop.height, crop.imgHeight],
    image.height,
  );
  const faults = [...across, ...down];
  if (faults.length > 0 || hasRatio(code, crop)) return faults;
  const { width, height } = crop;
  return [`: must have the ratio ${code.replace('x', ':')}, within 2 %, and ${width}x${height} does not`];
}

function sideFaults(
  [offset, length, full]: readonly [string, string, string],
  [from, long, stated]: readonly [number, number, number | undefined],
  size: number,
): string[] {
  const has = `the image has ${size} pixels there`;
  const faults: string[] = [];
  if (!isWithin(from, 0, size - 1)) faults.push(`.${offset}: must be from 0 to ${size - 1}: ${has}`);
  if (!isWithin(long, 1, size)) faults.push(`.${length}: must be from 1 to ${size}: ${has}`);
  else if (from + long > size) faults.push(`.${length}: reaches beyond the image: ${has}`);
  if (stated !== undefined && stated !== size) faults.push(`.${full}: must be ${size}: ${has}`);
  return faults;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
