import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { damaged } from './headers/header.ts';

// The one file that knows the decoder's own settings: nothing is kept between pictures, and it reads our kinds only.
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

const TIMEOUT_S = 60;

/** A decoder of a file's first frame, or of all. Warnings are let pass, as browsers do; missing data is not. */
export function decoderOf(bytes: Buffer, options: SharpOptions = {}): Sharp {
  return sharp(bytes, { failOn: 'truncated', ...options })
    .autoOrient()
    .timeout({ seconds: TIMEOUT_S });
}

/** Pixels that were decoded before; of several frames, one below the other, each as high as a page. */
export function pixelsOf(data: Buffer, raw: NonNullable<SharpOptions['raw']>): Sharp {
  return sharp(data, { raw, animated: raw.pageHeight !== undefined, limitInputPixels: false });
}

/** Waits for the decoder, whose failures lie in the picture. @throws UnprocessableImage */
export async function decoded<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    throw damaged('it can not be decoded', cause);
  }
}

/** What the decoder takes from the header. @throws UnprocessableImage */
export async function metadataOf(bytes: Buffer) {
  const { autoOrient, orientation = 1, hasAlpha } = await decoded(decoderOf(bytes).metadata());
  return { width: autoOrient.width, height: autoOrient.height, orientation, hasAlpha };
}
