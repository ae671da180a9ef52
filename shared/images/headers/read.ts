import type { ImageFormat } from '../../media/kinds.ts';
import { avifHeader } from './avif.ts';
import { gifHeader } from './gif.ts';
import { damaged, type Header } from './header.ts';
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
 * Walks a file's structure, whose lengths may all be lies: reading beyond the end is how a file shows that it isn't whole.
 * @throws UnprocessableImage
 */
export function readHeader(format: ImageFormat, bytes: Buffer): Header {
  try {
    return READERS[format](bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damaged('it is cut off', error);
    throw error;
  }
}
