import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSite } from '../../../../shared/platform/site/site.ts';
import { centredCrop, largestCrop, manualCropFaults } from '../../../../shared/library/images/crops.ts';
import { rounds } from '../../../support/run/rounds.ts';

const { imageRatios } = parseSite({});
const codes = imageRatios.map(({ code }) => code);

describe('largestCrop() and centredCrop()', () => {
  it.each([
    ['3x1', 1200, 900, 1200, 400],
    ['3x1', 1201, 901, 1200, 400],
    ['3x1', 1204, 903, 1204, 402],
    ['2x1', 6000, 4000, 6000, 3000],
    ['3x2', 6000, 4000, 6000, 4000],
    ['1x1', 6000, 4000, 4000, 4000],
    ['1x1', 601, 333, 332, 332],
    ['4x3', 4, 4, 4, 4],
    ['9x16', 6000, 4000, 2250, 4000],
    ['16x9', 6000, 4000, 6000, 3376],
    ['3x1', 100, 33, 96, 32],
    ['3x1', 1000, 100, 300, 100],
    ['1x1', 3, 3, 2, 2],
    ['1x1', 1, 1, 1, 1],
    ['3x1', 1, 1, 1, 1],
    ['9x16', 1, 100, 1, 2],
    ['16x9', 50_000, 1, 2, 1],
  ])('largestCrop() for %s of %ix%i is %ix%i', (code, width, height, wide, high) => {
    expect(largestCrop(code, { width, height })).toEqual({ width: wide, height: high });
  });

  const side = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 30_000 }));

  it('centredCrop() is even, inside the picture, maximal and valid as a manual crop', () => {
    fc.assert(
      fc.property(fc.constantFrom(...codes, '4x3', '21x9', '1x3'), side, side, (code, width, height) => {
        const crop = centredCrop(code, { width, height });
        const [wide = 1, high = 1] = code.split('x').map(Number);

        expect(manualCropFaults('crops', { [code]: crop }, { width, height }, [{ code }])).toEqual([]);
        expect([crop.width, crop.height].every(length => length === 1 || length % 2 === 0)).toBe(true);
        const full = Math.min(width / wide, height / high);
        expect(crop.width).toBeGreaterThan(wide * full - 2 * wide - 2);
        expect(crop.height).toBeGreaterThan(high * full - 2 * high - 2);
      }),
      { numRuns: rounds(250, 3_000) },
    );
  });
});

describe('manualCropFaults()', () => {
  const IMAGE = { width: 1200, height: 900 };
  const CROP = { top: 0, left: 0, width: 1200, height: 400 };
  const faults = (crops: Parameters<typeof manualCropFaults>[1]) =>
    manualCropFaults('manual_image_crops', crops, IMAGE, imageRatios);

  it.each([
    ['3x1', CROP],
    ['3x1', { ...CROP, top: 500 }],
    ['3x1', { ...CROP, height: 407 }],
    ['1x1', { top: 0, left: 0, width: 204, height: 200 }],
    ['3x1', { top: 0, left: 0, width: 918, height: 300 }],
    ['3x1', { ...CROP, imgWidth: 1200, imgHeight: 900 }],
    ['16x9', { top: 1, left: 3, width: 1001, height: 563 }],
    ['3x1', { top: 0, left: 0, width: 10, height: 3 }],
    ['1x1', { top: 899, left: 1199, width: 1, height: 1 }],
    ['9x16', { top: 0, left: 0, width: 1, height: 2 }],
  ])('accepts %s %o', (code, crop) => {
    expect(faults({ [code]: crop })).toEqual([]);
  });

  it.each([
    ['3x1', { ...CROP, left: 1 }, ['3x1.width: reaches beyond the image: the image has 1200 pixels there']],
    ['3x1', { ...CROP, top: 501 }, ['3x1.height: reaches beyond the image: the image has 900 pixels there']],
    ['3x1', { ...CROP, top: -1 }, ['3x1.top: must be from 0 to 899: the image has 900 pixels there']],
    [
      '1x1',
      { top: 0, left: 1200, width: 1, height: 1 },
      [
        '1x1.left: must be from 0 to 1199: the image has 1200 pixels there',
        '1x1.width: reaches beyond the image: the image has 1200 pixels there',
      ],
    ],
    ['3x1', { ...CROP, width: 0 }, ['3x1.width: must be from 1 to 1200: the image has 1200 pixels there']],
    ['3x1', { ...CROP, height: -400 }, ['3x1.height: must be from 1 to 900: the image has 900 pixels there']],
    [
      '3x1',
      { ...CROP, width: 1e300 },
      ['3x1.width: must be from 1 to 1200: the image has 1200 pixels there'],
    ],
    ['3x1', { ...CROP, top: 0.5 }, ['3x1.top: must be from 0 to 899: the image has 900 pixels there']],
    [
      '3x1',
      { top: 0, left: 0, width: 30, height: 11 },
      ['3x1: must have the ratio 3:1, within 2 %, and 30x11 does not'],
    ],
    ['3x1', { ...CROP, left: NaN }, ['3x1.left: must be from 0 to 1199: the image has 1200 pixels there']],
    ['3x1', { ...CROP, height: 409 }, ['3x1: must have the ratio 3:1, within 2 %, and 1200x409 does not']],
    ['2x1', CROP, ['2x1: must have the ratio 2:1, within 2 %, and 1200x400 does not']],
    ['3x1', { ...CROP, imgWidth: 1199 }, ['3x1.imgWidth: must be 1200: the image has 1200 pixels there']],
    ['3x1', { ...CROP, imgHeight: 1200 }, ['3x1.imgHeight: must be 900: the image has 900 pixels there']],
    [
      '7x5',
      { top: 0, left: 0, width: 7, height: 5 },
      ['7x5: is not a ratio of this site, which has 3x1, 2x1, 3x2, 1x1, 9x16, 16x9'],
    ],
    [
      'constructor',
      CROP,
      ['constructor: is not a ratio of this site, which has 3x1, 2x1, 3x2, 1x1, 9x16, 16x9'],
    ],
  ])('refuses %s %o', (code, crop, messages) => {
    expect(faults({ [code]: crop })).toEqual(messages.map(message => `manual_image_crops.${message}`));
  });

  it('lists all faults of all crops', () => {
    expect(faults({ '3x1': { top: -1, left: 0, width: 0, height: 9_000 }, '1x1': CROP })).toEqual([
      'manual_image_crops.3x1.width: must be from 1 to 1200: the image has 1200 pixels there',
      'manual_image_crops.3x1.top: must be from 0 to 899: the image has 900 pixels there',
      'manual_image_crops.3x1.height: must be from 1 to 900: the image has 900 pixels there',
      'manual_image_crops.1x1: must have the ratio 1:1, within 2 %, and 1200x400 does not',
    ]);
  });
});
