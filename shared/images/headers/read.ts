import type { ImageFormat } from '../../media/kinds.ts';
import { avifHeader } from './avif.ts';
import { gifHeader } from './gif.ts';
import { damagedImage, type Header } from './header.ts';
import { jpegHeader } from './jpeg.ts';
import { pngHeader } from './png.ts';
import { webpHeader } from './webp.ts';

const READERS: Readonly<Record<ImageFormat, (bytes: Buffer) => Header>> = {
  jpeg: jpegHeader,
  png: pngHeader,
  gif: gifHeader,
  webp: webpHeader,
  avif: avifHeader,
};

/**
 * Reads a file's header. Lengths in a file may be wrong: reading beyond its end throws, which means that the file is incomplete.
 * @throws UnprocessableImage
 */
export function readHeader(format: ImageFormat, bytes: Buffer): Header {
  try {
    return READERS[format](bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damagedImage('it is cut off', error);
    throw error;
  }
}
