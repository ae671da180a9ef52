import sharp from 'sharp';
import type { Planned } from '../../../shared/library/images/thumbnails/plan.ts';

/**
 * A hand-tuned pipeline for one JPEG and a fixed list of sizes, without checks: one decode, which the decoder itself scales down as far
 * as the largest output allows, and all outputs from its pixels at once.
 */
export async function tuned(
  bytes: Buffer,
  source: { width: number; height: number },
  planned: readonly Planned[],
): Promise<Buffer[]> {
  const scale = Math.max(...planned.map(({ width, crop }) => width / (crop ?? source).width));
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .resize(Math.round(source.width * scale))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: wide, height: high, channels } = info;
  return await Promise.all(
    planned.map(({ crop, width, height }) => {
      const { left, top, ...size } = crop ?? { left: 0, top: 0, ...source };
      return sharp(data, { raw: { width: wide, height: high, channels } })
        .extract({
          left: Math.floor(left * scale),
          top: Math.floor(top * scale),
          width: Math.min(wide, Math.floor(size.width * scale)),
          height: Math.min(high, Math.floor(size.height * scale)),
        })
        .resize(width, height, { fit: 'fill' })
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );
}
