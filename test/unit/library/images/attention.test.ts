import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parseSite } from '../../../../shared/platform/site/site.ts';
import { computeAutomaticCrops } from '../../../../shared/library/images/attention.ts';
import { manualCropFaults, type Crop } from '../../../../shared/library/images/crops.ts';
import { animation, drawn, slopes, type Drawn, type Paint } from '../../../support/files/pictures.ts';

const { imageRatios } = parseSite({});
const codes = imageRatios.map(({ code }) => code);

interface Spot extends Drawn {
  x: number;
  y: number;
}

/** A dull ground with one bright, finely patterned disc, which attracts attention. */
function brightSpot({ x: centreX, y: centreY, width, height }: Spot): Paint {
  return (x, y) =>
    Math.hypot(x - centreX, y - centreY) < Math.min(width, height) / 10
      ? [(x ^ y) & 4 ? 255 : 140, 20, 20]
      : [120, 122, 124];
}

function middle({ top, left, width, height }: Crop) {
  return { x: left + width / 2, y: top + height / 2 };
}

describe('computeAutomaticCrops()', () => {
  it.each<[string, Spot]>([
    ['at the left', { width: 1_200, height: 800, x: 150, y: 400 }],
    ['at the right', { width: 1_200, height: 800, x: 1_050, y: 400 }],
    ['at the top', { width: 800, height: 1_200, x: 400, y: 150 }],
    ['at the bottom', { width: 800, height: 1_200, x: 400, y: 1_000 }],
  ])('returns crops that contain a conspicuous spot %s', async (_, spot) => {
    const crops = await computeAutomaticCrops(
      await drawn(spot, brightSpot(spot)).jpeg().toBuffer(),
      spot,
      imageRatios,
    );

    expect(Object.keys(crops)).toEqual(codes);
    for (const { top, left, width, height } of Object.values(crops)) {
      expect(spot.x).toBeGreaterThanOrEqual(left);
      expect(spot.x).toBeLessThanOrEqual(left + width);
      expect(spot.y).toBeGreaterThanOrEqual(top);
      expect(spot.y).toBeLessThanOrEqual(top + height);
    }
  });

  it('returns crops relative to the picture as displayed', async () => {
    const stored = { width: 1_200, height: 800, x: 150, y: 400 };
    const jpeg = await drawn(stored, brightSpot(stored)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { '1x1': square } = await computeAutomaticCrops(jpeg, { width: 800, height: 1_200 }, imageRatios);

    // Rotated clockwise, the left side becomes the top.
    expect(square).toMatchObject({ left: 0, width: 800, height: 800 });
    expect(middle(square!).y).toBeLessThan(500);
  });

  it.each<[number, number]>([
    [1, 1],
    [2, 2],
    [3, 1],
    [1, 5],
    [7, 7],
    [5_000, 1],
    [1, 5_000],
    [3_000, 2],
    [33, 100],
    [321, 319],
  ])('returns valid crops for %ix%i', async (width, height) => {
    const png = await drawn({ width, height }, slopes).png().toBuffer();
    const crops = await computeAutomaticCrops(png, { width, height }, imageRatios);

    expect(manualCropFaults('crops', crops, { width, height }, imageRatios)).toEqual([]);
  });

  it('returns crops by the first frame of an animation', async () => {
    const size = { width: 300, height: 200 };
    const crops = await computeAutomaticCrops(await animation(size, 10).gif().toBuffer(), size, imageRatios);

    expect(manualCropFaults('crops', crops, size, imageRatios)).toEqual([]);
    expect(crops['1x1']).toMatchObject({ left: 0, width: 200 });
  });

  it('returns centred crops when analysis would take too much memory', async () => {
    const size = { width: 5_000, height: 4_000 };
    const avif = await sharp({ create: { ...size, channels: 3, background: 'red' } })
      .avif({ effort: 0 })
      .toBuffer();

    expect(await computeAutomaticCrops(avif, size, [{ code: '1x1' }])).toEqual({
      '1x1': { top: 0, left: 500, width: 4_000, height: 4_000 },
    });
  });

  it('returns no crops without ratios', async () => {
    expect(
      await computeAutomaticCrops(
        await drawn({ width: 9, height: 9 }, slopes).png().toBuffer(),
        { width: 9, height: 9 },
        [],
      ),
    ).toEqual({});
  });
});

describe('computeAutomaticCrops() of a damaged picture', () => {
  const size = { width: 400, height: 300 };
  const picture = () => drawn(size, (x, y) => [(x * y) % 256, (x * 7) % 256, (y * 13) % 256]);

  it.each([
    ['JPEG', () => picture().jpeg()],
    ['progressive JPEG', () => picture().jpeg({ progressive: true })],
  ])('throws unprocessable_image for a cut-off %s', async (_, make) => {
    const bytes = await make().toBuffer();
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6));

    await expect(computeAutomaticCrops(cut, size, imageRatios)).rejects.toMatchObject({
      status: 422,
      code: 'unprocessable_image',
      messages: ['The image is damaged: it can not be decoded'],
    });
  });

  it('succeeds for a picture that only makes the decoder warn', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const odd = Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(3), jpeg.subarray(20)]);

    await expect(sharp(odd, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow();
    expect(Object.keys(await computeAutomaticCrops(odd, size, imageRatios))).toEqual(codes);
  });
});

it('computeAutomaticCrops() throws 422 for a file that is no picture', async () => {
  await expect(
    computeAutomaticCrops(Buffer.from('hello'), { width: 1, height: 1 }, imageRatios),
  ).rejects.toMatchObject({
    status: 422,
  });
});
