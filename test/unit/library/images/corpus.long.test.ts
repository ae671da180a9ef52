import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSite } from '../../../../shared/platform/site/site.ts';
import { computeAutomaticCrops } from '../../../../shared/library/images/attention.ts';
import { manualCropFaults } from '../../../../shared/library/images/crops.ts';
import { inspectImage, type Inspected } from '../../../../shared/library/images/inspect.ts';
import { planThumbnails, type Planned } from '../../../../shared/library/images/thumbnails/plan.ts';
import { renderThumbnails } from '../../../../shared/library/images/thumbnails/render.ts';
import { corpusFolder } from '../../../support/files/corpora.ts';
import { compared, decodedIndependently, scaledPart, type Pixels } from '../../../support/files/reference.ts';

const folder = corpusFolder('images');
const skipNote = folder === undefined ? ' (skipped: ../shared/data/images is not here)' : '';
const site = parseSite({});
/** JPEG and other scaling kernels reach this likeness; a shift by two pixels does not. */
const LIKE = 0.96;

interface Expected extends Partial<Inspected> {
  /** The other decoders ignore profiles and convert inks simply: colours differ, lights and darks are in the same places. */
  ownColours?: true;
}

function photograph(orientation: number, width = 600, height = 450): Expected {
  return {
    format: 'jpeg',
    width,
    height,
    orientation,
    frames: 1,
    hasAlpha: false,
  };
}

/** A photograph with a profile whose gamma is 1.8. */
function onOldMac(orientation: number, width?: number, height?: number): Expected {
  return {
    ...photograph(orientation, width, height),
    ownColours: true,
  };
}

const PICTURES: Readonly<Record<string, Expected>> = {
  '16-bit-grey-alpha.png': { format: 'png', width: 109, height: 96, hasAlpha: true, ownColours: true },
  '2569067123_aca715a2ee_o.jpg': photograph(1, 2725, 2225),
  '4.webp': { format: 'webp', width: 1024, height: 772 },
  'Channel_digital_image_CMYK_color.jpg': { ...photograph(1, 500, 333), ownColours: true },
  'Crash_test.gif': { format: 'gif', width: 800, height: 533, frames: 1 },
  'Landscape_1.jpg': photograph(1),
  'Landscape_2.jpg': onOldMac(2),
  'Landscape_3.jpg': onOldMac(3),
  'Landscape_4.jpg': onOldMac(4),
  'Landscape_5.jpg': onOldMac(5),
  'Landscape_6.jpg': onOldMac(6),
  'Landscape_7.jpg': onOldMac(7),
  'Landscape_8.jpg': onOldMac(8),
  'Portrait_6.jpg': onOldMac(6, 450, 600),
  'animated-loop-3.gif': {
    format: 'gif',
    width: 370,
    height: 285,
    frames: 10,
    isAnimated: true,
    hasAlpha: true,
  },
  'animated-loop-3.webp': {
    format: 'webp',
    width: 370,
    height: 285,
    frames: 10,
    isAnimated: true,
    hasAlpha: true,
  },
  'big-height.webp': { format: 'webp', width: 13, height: 169, frames: 97, isAnimated: true },
  'blackbug.png': { format: 'png', width: 2048, height: 1536, hasAlpha: true },
  'concert.jpg': {
    ...photograph(1, 400, 267),
    ownColours: true,
    iptc: { 'copyright notice': 'Marsel Minga' },
  },
};

const REFUSED: Readonly<Record<string, [number, string]>> = {
  '65536-uint32-limit.png': [
    422,
    'The image has 65536x65536 pixels; it may have at most 100 megapixels in all',
  ],
  'check.svg': [415, 'The file is not a JPEG, PNG, GIF, WebP or AVIF image'],
  'corrupt-header.jpg': [422, 'The image is damaged: it is cut off'],
};

describe(`photographs and edge cases from elsewhere${skipNote}`, () => {
  const runIf = it.skipIf(folder === undefined);
  const read = (name: string) => readFileSync(join(folder ?? '', name));

  runIf('have an expectation for every file', () => {
    expect(readdirSync(folder ?? '').toSorted()).toEqual(
      [...Object.keys(PICTURES), ...Object.keys(REFUSED)].toSorted(),
    );
  });

  runIf.each(Object.entries(REFUSED))('refuse %s', async (name, [status, message]) => {
    await expect(inspectImage(read(name), { filename: name })).rejects.toMatchObject({
      status,
      messages: [message],
    });
  });

  runIf.each(Object.entries(PICTURES))(
    'have the right pixels in each thumbnail: %s',
    async (name, { ownColours, ...expected }) => {
      const bytes = read(name);
      const image = await inspectImage(bytes, { filename: name });
      expect(image).toMatchObject(expected);

      const crops = await computeAutomaticCrops(bytes, image, site.imageRatios);
      expect(manualCropFaults('crops', crops, image, site.imageRatios)).toEqual([]);

      const reference = await decodedIndependently(bytes, image.format, image.orientation);
      expect(reference).toMatchObject({ width: image.width, height: image.height });
      let count = 0;
      await renderThumbnails(bytes, image, planned(image, crops), async (one, made) => {
        const { difference, likeness } = await comparedToReference(reference, one, made);
        expect(difference, one.size).toBeLessThan(ownColours ? 17 : 10);
        expect(likeness, one.size).toBeGreaterThan(one.size === '35x35' ? 0.94 : LIKE);
        count += 1;
      });
      expect(count).toBe(15);
    },
    60_000,
  );

  runIf('are less alike than the limit when they are shifted by two pixels', async () => {
    const picture = await decodedIndependently(read('Landscape_1.jpg'), 'jpeg');
    const part = (top: number) => scaledPart(picture, { top, left: 0, width: 600, height: 400 }, 600, 400);

    expect(compared(part(0), part(0)).difference).toBe(0);
    expect(compared(part(0), part(2)).likeness).toBeLessThan(LIKE);
  });

  const planned = (
    image: Inspected,
    automatic_crops: Awaited<ReturnType<typeof computeAutomaticCrops>>,
  ): Planned[] =>
    planThumbnails(
      { ...image, id: 1, has_alpha: image.hasAlpha, automatic_crops, manual_crops: {}, original: 'o' },
      site,
    );

  async function comparedToReference(
    reference: Pixels,
    { crop, width, height, format }: Planned,
    bytes: Buffer,
  ) {
    const made = await decodedIndependently(bytes, format);
    expect(made).toMatchObject({ width, height });
    return compared(made, scaledPart(reference, crop, width, height));
  }
});
