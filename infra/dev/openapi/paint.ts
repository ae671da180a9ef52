import { createHash } from 'node:crypto';

const SIZE = { width: 1020, height: 680 };
/** Colour fields, which blend into each other when the image is enlarged. */
const COLUMNS = 6;
const ROWS = 4;

/** Returns an abstract picture as JPEG. Each name always gives the same picture, and different names give different pictures. */
export async function paint(name: string): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded lazily because the decoder is large.
  const { default: sharp } = await import('sharp');
  const chance = createHash('sha512').update(name).digest();
  const hue = (chance[0] ?? 0) / 255;
  const fields = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const [shift = 0, light = 0] = chance.subarray(1 + 2 * index);
    return rgb(hue + (shift / 255 - 0.5) / 4, 0.25 + (light / 255) * 0.55);
  });
  const raw = { width: COLUMNS, height: ROWS, channels: 3 } as const;
  const picture = sharp(Buffer.from(fields.flat()), { raw }).resize({
    ...SIZE,
    fit: 'fill',
    kernel: 'cubic',
  });
  return new Uint8Array(await picture.jpeg({ quality: 80 }).toBuffer());
}

/** Converts a hue (in turns) and a lightness to RGB, with a saturation of one half. */
function rgb(hue: number, lightness: number): number[] {
  const amplitude = Math.min(lightness, 1 - lightness) / 2;
  return [0, 8, 4].map(offset => {
    const sector = (((offset + hue * 12) % 12) + 12) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))));
  });
}
