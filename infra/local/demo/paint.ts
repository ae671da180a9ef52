import { createHash } from 'node:crypto';

const SIZE = { width: 1020, height: 680 };
/** Fields of colour, which run into each other when they are drawn large. */
const COLUMNS = 6;
const ROWS = 4;

/** A picture that shows nothing, as JPEG: the same for the same name, and no two alike. */
export async function paint(name: string): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded only for this: the decoder is large.
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

/** A colour of half saturation by its hue, in turns, and its lightness. */
function rgb(hue: number, lightness: number): number[] {
  const amplitude = Math.min(lightness, 1 - lightness) / 2;
  return [0, 8, 4].map(offset => {
    const sector = (((offset + hue * 12) % 12) + 12) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))));
  });
}
