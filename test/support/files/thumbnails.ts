import sharp from 'sharp';
import { expect } from 'vitest';
import { parseSite } from '../../../shared/platform/site/site.ts';
import { computeAutomaticCrops } from '../../../shared/library/images/attention.ts';
import type { Crop } from '../../../shared/library/images/crops.ts';
import { inspectImage } from '../../../shared/library/images/inspect.ts';
import { planThumbnails, type Planned } from '../../../shared/library/images/thumbnails/plan.ts';
import { renderThumbnails } from '../../../shared/library/images/thumbnails/render.ts';

export interface Made extends Planned {
  bytes: Buffer;
}

export const ORIGINAL = { id: 7, manual_crops: {}, original: 'o' };

/** All thumbnails of a picture, made as the pipeline makes them from its bytes alone. */
export async function thumbnails(
  bytes: Buffer,
  settings: object = {},
  crops?: Record<string, Crop>,
): Promise<Map<string, Made>> {
  const site = parseSite(settings);
  const { hasAlpha, ...inspected } = await inspectImage(bytes, {});
  const automatic_crops = crops ?? (await computeAutomaticCrops(bytes, inspected, site.imageRatios));
  const planned = planThumbnails({ ...ORIGINAL, ...inspected, has_alpha: hasAlpha, automatic_crops }, site);
  const made = new Map<string, Made>();
  await renderThumbnails(bytes, { ...inspected, hasAlpha }, planned, (one, rendered) => {
    made.set(one.size, { ...one, bytes: rendered });
    return Promise.resolve();
  });
  expect([...made.keys()].toSorted()).toEqual(planned.map(({ size }) => size).toSorted());
  return made;
}

export function pixels(bytes: Buffer) {
  return sharp(bytes).raw().toBuffer({ resolveWithObject: true });
}
