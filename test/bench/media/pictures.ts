import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** A picture with shapes of all sizes and grain, which compresses much like a photograph. */
async function photograph(width: number, height: number): Promise<Sharp> {
  const size = { width, height, channels: 3 } as const;
  const shapes = noise(24, 255).resize(width, height, { fit: 'fill', kernel: 'cubic' });
  const grain = await noise(512, 40).png().toBuffer();
  const data = await sharp(await shapes.raw().toBuffer(), {
    raw: { ...size, channels: 4 },
    limitInputPixels: false,
  })
    .composite([{ input: grain, tile: true }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(data, { raw: size, limitInputPixels: false });
}

/** A square of random colours with the given opacity. */
function noise(side: number, alpha: number): Sharp {
  const pixels = randomFillSync(Buffer.alloc(side * side * 4));
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = alpha;
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } });
}

/** Writes the measured pictures into a folder. */
export async function makePictures(folder: string): Promise<void> {
  const ordinary = await photograph(6_000, 4_000);
  await ordinary.clone().jpeg({ quality: 85 }).toFile(join(folder, '24.jpg'));
  const upload = await photograph(4_000, 3_000);
  await upload.clone().jpeg({ quality: 90 }).toFile(join(folder, 'upload.jpg'));
  await upload
    .clone()
    .jpeg({ quality: 90, progressive: true })
    .toFile(join(folder, 'upload-progressive.jpg'));
  const largest = await photograph(10_000, 10_000);
  await largest.clone().jpeg({ quality: 60 }).toFile(join(folder, '100.jpg'));
  await largest.clone().jpeg({ quality: 60, progressive: true }).toFile(join(folder, '100-progressive.jpg'));
  await largest.clone().webp({ quality: 50, effort: 0 }).toFile(join(folder, '100.webp'));
  // Flat shapes, because a PNG of a photograph would have twice the maximum size of an upload.
  const flat = noise(400, 255).resize(10_000, 10_000, { kernel: 'nearest' }).removeAlpha();
  await flat.png({ compressionLevel: 2 }).toFile(join(folder, '100.png'));
}
