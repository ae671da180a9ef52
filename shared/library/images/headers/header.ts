import { UnprocessableImage } from '../../../platform/core/errors.ts';

/** The properties of a picture that its header shows without decoding. */
export interface Header {
  /** As stored, before the orientation is applied; of an animation, the canvas. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Approximate memory that the decoder holds when it can't work row by row, in bytes. */
  readonly memory: number;
  /** PNG: the rows come in seven passes. */
  readonly isInterlaced?: boolean;
  /** JPEG: each scan covers the whole picture again. */
  readonly scans?: number;
  /** The stored IPTC-IIM records. */
  readonly iptc?: Buffer | undefined;
}

const MAX_PIXELS = 100_000_000;
const MAX_FRAMES = 1_000;
/** The maximum of JPEG. A PNG's row takes longer than its pixels when it has one column: 100 megapixels took 15 s. */
const MAX_SIDE = 65_535;
/** Beyond these two, a file of some KB occupies a decoder for seconds; they amount to about one second. */
const MAX_INTERLACED_PIXELS = 25_000_000;
const MAX_SCANNED_PIXELS = 2_000_000_000;

/** Rejects a picture by its header alone. @throws UnprocessableImage */
export function checkLimits(header: Header): void {
  checkPixels(header);
  checkDecodingTime(header);
}

function checkPixels({ width, height, frames }: Header): void {
  if (width < 1 || height < 1) throw damagedImage('it has no size');
  if (frames > MAX_FRAMES)
    throw new UnprocessableImage(`The image has ${frames} frames; it may have at most ${MAX_FRAMES}`);
  if (width * height * frames > MAX_PIXELS) {
    const counted =
      frames > 1 ? `${width}x${height} pixels and ${frames} frames` : `${width}x${height} pixels`;
    throw new UnprocessableImage(`The image has ${counted}; it may have at most 100 megapixels in all`);
  }
}

/** Rejects pictures that take far longer to decode than others with as many pixels. */
function checkDecodingTime({ width, height, isInterlaced = false, scans = 1 }: Header): void {
  const pixels = width * height;
  if (Math.max(width, height) > MAX_SIDE)
    throw tooSlow(`has ${width}x${height} pixels; a side may have at most ${MAX_SIDE}`);
  if (isInterlaced && pixels > MAX_INTERLACED_PIXELS)
    throw tooSlow(`is interlaced and has ${width}x${height} pixels; it may have at most 25 megapixels then`);
  if (scans * pixels > MAX_SCANNED_PIXELS)
    throw tooSlow(
      `has ${width}x${height} pixels in ${scans} scans; pixels times scans may be at most 2000 megapixels`,
    );
}

function tooSlow(fact: string): UnprocessableImage {
  return new UnprocessableImage(`The image ${fact}`);
}

export function damagedImage(how: string, cause?: unknown): UnprocessableImage {
  return new UnprocessableImage(`The image is damaged: ${how}`, { cause });
}
