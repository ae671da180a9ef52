import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { damagedImage } from './headers/header.ts';

// Configures the decoder for the process: no cache between pictures, and only the formats that the service accepts.
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

/** A decoder of a file's first frame, or of all. It tolerates warnings, as browsers do, but not missing data. */
export function createDecoder(bytes: Buffer, options: SharpOptions = {}): Sharp {
  return sharp(bytes, { failOn: 'truncated', ...options })
    .autoOrient()
    .timeout({ seconds: TIMEOUT_S });
}

/** Decoded pixels as input; several frames lie one below the other, each `pageHeight` high. */
export function createPixelInput(data: Buffer, raw: NonNullable<SharpOptions['raw']>): Sharp {
  return sharp(data, { raw, animated: raw.pageHeight !== undefined, limitInputPixels: false });
}

/** Awaits the decoder and blames its failures on the picture. @throws UnprocessableImage */
export async function awaitDecoder<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    throw damagedImage('it can not be decoded', cause);
  }
}

/** Size, orientation and transparency, which the decoder reads from the header. @throws UnprocessableImage */
export async function readMetadata(bytes: Buffer) {
  const { autoOrient, orientation = 1, hasAlpha } = await awaitDecoder(createDecoder(bytes).metadata());
  return { width: autoOrient.width, height: autoOrient.height, orientation, hasAlpha };
}
