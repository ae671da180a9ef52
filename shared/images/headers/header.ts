import { UnprocessableImage } from '../../core/errors.ts';

/** What a picture's header tells, without decoding any of it. */
export interface Header {
  /** As stored: an orientation is not applied. Of an animation, its canvas. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** About how many bytes its decoder holds at once, where it can't go row by row. */
  readonly memory: number;
  /** Of a PNG: its rows come in seven passes. */
  readonly isInterlaced?: boolean;
  /** Of a JPEG: each scan goes over the whole picture again. */
  readonly scans?: number;
  /** IPTC-IIM records as they are stored. */
  readonly iptc?: Buffer | undefined;
}

const MAX_PIXELS = 100_000_000;
const MAX_FRAMES = 1_000;
/** What a JPEG can have. A PNG of a single column takes more time for a row than for the pixel in it: 100 megapixels took 15 s. */
const MAX_SIDE = 65_535;
/** A file of some KB keeps a decoder busy for seconds beyond these two: they are about one second of a processor. */
const MAX_INTERLACED_PIXELS = 25_000_000;
const MAX_SCANNED_PIXELS = 2_000_000_000;

/** Refuses by what the header says alone. @throws UnprocessableImage */
export function checkLimits(header: Header): void {
  checkPixels(header);
  checkDecodingTime(header);
}

function checkPixels({ width, height, frames }: Header): void {
  if (width < 1 || height < 1) throw damaged('it has no size');
  if (frames > MAX_FRAMES)
    throw new UnprocessableImage(`The image has ${frames} frames; it may have at most ${MAX_FRAMES}`);
  if (width * height * frames > MAX_PIXELS) {
    const counted =
      frames > 1 ? `${width}x${height} pixels and ${frames} frames` : `${width}x${height} pixels`;
    throw new UnprocessableImage(`The image has ${counted}; it may have at most 100 megapixels in all`);
  }
}

/** Some pictures take far longer to decode than others of as many pixels. */
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

export function damaged(how: string, cause?: unknown): UnprocessableImage {
  return new UnprocessableImage(`The image is damaged: ${how}`, { cause });
}

export function ascii(bytes: Buffer, from: number, length: number): string {
  return bytes.toString('latin1', from, from + length);
}
