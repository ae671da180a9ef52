import { describe, expect, it } from 'vitest';
import { parseSite } from '../../../../shared/platform/site/site.ts';
import { centredCrop } from '../../../../shared/library/images/crops.ts';
import { planThumbnails, type PlannedImage } from '../../../../shared/library/images/thumbnails/plan.ts';

const site = parseSite({});

function image(changes: Partial<PlannedImage> = {}): PlannedImage {
  const { width = 6_000, height = 4_000 } = changes;
  const automatic_crops = Object.fromEntries(
    site.imageRatios.map(({ code }) => [code, centredCrop(code, { width, height })]),
  );
  return {
    id: 7,
    format: 'jpeg',
    width,
    height,
    frames: 1,
    has_alpha: false,
    automatic_crops,
    manual_crops: {},
    original: 'images/7/original/x/a.jpg',
    ...changes,
  };
}

function plan(changes: Partial<PlannedImage> = {}, settings: object = {}) {
  return planThumbnails(image(changes), parseSite(settings));
}

function bySize(changes: Partial<PlannedImage> = {}, settings: object = {}) {
  return Object.fromEntries(plan(changes, settings).map(({ size, ...planned }) => [size, planned]));
}

function sizes(changes: Partial<PlannedImage> = {}) {
  return Object.fromEntries(plan(changes).map(({ size, width, height }) => [size, `${width}x${height}`]));
}

function keys(changes: Partial<PlannedImage> = {}, settings: object = {}) {
  return Object.fromEntries(plan(changes, settings).map(({ size, key }) => [size, key]));
}

describe('planThumbnails()', () => {
  it('plans fifteen thumbnails in addition to the original', () => {
    expect(sizes()).toEqual({
      '35x35': '35x35',
      '210x': '210x140',
      '300x': '300x200',
      '600x': '600x400',
      '980x': '980x653',
      '1200x400': '1200x400',
      '600x200': '600x200',
      '1200x600': '1200x600',
      '600x300': '600x300',
      '1200x800': '1200x800',
      '600x400': '600x400',
      '600x600': '600x600',
      '300x300': '300x300',
      '700x1245': '700x1245',
      '1245x700': '1245x700',
    });
  });

  it('plans no thumbnail larger than the part that it shows', () => {
    expect(sizes({ width: 400, height: 300 })).toEqual({
      '35x35': '35x35',
      '210x': '210x158',
      '300x': '300x225',
      '600x': '400x300',
      '980x': '400x300',
      '1200x400': '400x134',
      '600x200': '400x134',
      '1200x600': '400x200',
      '600x300': '400x200',
      '1200x800': '400x266',
      '600x400': '400x266',
      '600x600': '300x300',
      '300x300': '300x300',
      '700x1245': '168x300',
      '1245x700': '400x226',
    });
    expect(sizes({ width: 1, height: 1 })['980x']).toBe('1x1');
    expect(sizes({ width: 10_000, height: 3 })['210x']).toBe('210x1');
  });

  it('uses the crop of each ratio, a manual crop before the automatic one', () => {
    const manual = { top: 10, left: 20, width: 3_000, height: 1_000 };
    const planned = bySize({ manual_crops: { '3x1': manual } });

    expect(planned['1200x400']?.crop).toEqual(manual);
    expect(planned['600x200']?.crop).toEqual(manual);
    expect(planned['1200x600']?.crop).toEqual(image().automatic_crops['2x1']);
    expect(planned['35x35']?.crop).toEqual(image().automatic_crops['1x1']);
    expect(planned['980x']?.crop).toBeNull();
  });

  it('uses a centred crop for ratios that the site did not have when the picture came', () => {
    const settings = { imageRatios: [{ code: '4x3', title: 'TV', sizes: ['400x300'] }] };
    const planned = bySize({ automatic_crops: {} }, settings);

    expect(planned['400x300']?.crop).toEqual(centredCrop('4x3', image()));
    expect(planned['35x35']?.crop).toEqual({ top: 0, left: 1_000, width: 4_000, height: 4_000 });
  });

  it('keeps the crop when the size has another ratio', () => {
    const settings = { imageRatios: [{ code: '2x1', title: 'Odd', sizes: ['400x400', '400x201'] }] };

    expect(bySize({}, settings)).toMatchObject({
      '400x400': { width: 400, height: 200 },
      '400x201': { width: 400, height: 201 },
    });
  });
});

describe('the format of thumbnails', () => {
  const formats = (changes: Partial<PlannedImage>, imageFormats: object = {}) => [
    ...new Set(
      plan(changes, { imageFormats }).map(({ format, animated }) =>
        animated ? `animated ${format}` : format,
      ),
    ),
  ];

  it.each<[Partial<PlannedImage>, object, string[]]>([
    [{}, {}, ['jpeg']],
    [{ format: 'png' }, {}, ['jpeg']],
    [{}, { photo: 'avif' }, ['avif']],
    [{}, { transparent: 'png' }, ['jpeg']],
    [{ format: 'png', has_alpha: true }, {}, ['webp']],
    [{ format: 'avif', has_alpha: true }, { transparent: 'png', photo: 'webp' }, ['png']],
    [{ format: 'gif', width: 500, height: 300, frames: 20, has_alpha: true }, {}, ['webp', 'animated webp']],
    [{ format: 'webp', width: 500, height: 300, frames: 20 }, { animated: 'gif' }, ['jpeg', 'animated gif']],
    [{ format: 'png', width: 500, height: 300, frames: 20 }, {}, ['jpeg']],
    [{ format: 'gif', width: 1_000, height: 1_000, frames: 51 }, {}, ['jpeg']],
  ])('is chosen by picture and settings: %o with %o gives %s', (changes, settings, expected) => {
    expect(formats(changes, settings)).toEqual(expected);
  });

  it('is not animated for icons, or when all frames together have too many pixels', () => {
    const planned = bySize({ format: 'gif', width: 800, height: 600, frames: 60 });

    expect(planned['35x35']).toMatchObject({ animated: false, format: 'jpeg' });
    expect(planned['980x']).toMatchObject({ animated: false, format: 'jpeg' });
    expect(planned['300x']).toMatchObject({ animated: true, format: 'webp' });
  });

  it('falls back to one that can hold the height of a long strip', () => {
    expect(bySize({ width: 1_000, height: 60_000 }, { imageFormats: { photo: 'webp' } })).toMatchObject({
      '980x': { format: 'jpeg', height: 58_800 },
      '210x': { format: 'webp', height: 12_600 },
    });
    expect(bySize({ width: 1_000, height: 60_000, has_alpha: true })['980x']).toMatchObject({
      format: 'png',
    });
    expect(bySize({ width: 500, height: 100_000 })['600x']).toMatchObject({ format: 'png' });
  });
});

describe('the key of a thumbnail', () => {
  it('ends with the extension of its format and is deterministic', () => {
    expect(keys()['1200x400']).toMatch(/^images\/7\/[\da-f]{16}\/1200x400\.jpg$/);
    expect(keys({ has_alpha: true })['210x']).toMatch(/\/210x\.webp$/);
    expect(keys()).toEqual(keys());
    expect(new Set(Object.values(keys())).size).toBe(15);
  });

  it("does not depend on the order of a crop's properties", () => {
    const { top, left, width, height } = centredCrop('3x1', image());

    expect(keys({ manual_crops: { '3x1': { height, width, left, top } } })).toEqual(keys());
  });

  it('changes with a manual crop only for the thumbnails that show it', () => {
    const before = keys();
    const after = keys({ manual_crops: { '3x1': { top: 0, left: 0, width: 3_000, height: 1_000 } } });
    const changed = Object.keys(before).filter(size => before[size] !== after[size]);

    expect(changed).toEqual(['1200x400', '600x200']);
  });

  it.each<[string, Partial<PlannedImage>, object]>([
    ['the original', { original: 'images/7/original/y/a.jpg' }, {}],
    ['the format', {}, { imageFormats: { photo: 'webp' } }],
  ])('changes with %s for every thumbnail', (_, changes, settings) => {
    const [before, after] = [keys(), keys(changes, settings)];

    expect(Object.keys(before).filter(size => before[size] === after[size])).toEqual([]);
  });
});
