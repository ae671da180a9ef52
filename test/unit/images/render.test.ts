import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parseSite } from '../../../shared/core/site.ts';
import { computeAutomaticCrops } from '../../../shared/images/attention.ts';
import { centredCrop, type Crop } from '../../../shared/images/crops.ts';
import { inspectImage } from '../../../shared/images/inspect.ts';
import { planThumbnails, type Planned } from '../../../shared/images/thumbnails/plan.ts';
import { renderThumbnails } from '../../../shared/images/thumbnails/render.ts';
import { animation, corners, drawn, slopes, storedAs, type Drawn } from '../../support/pictures.ts';

interface Made extends Planned {
  bytes: Buffer;
}

const ORIGINAL = { id: 7, manual_crops: {}, original: 'o' };

/** All thumbnails of a picture, made as the pipeline makes them from its bytes alone. */
async function thumbnails(
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

function pixels(bytes: Buffer) {
  return sharp(bytes).raw().toBuffer({ resolveWithObject: true });
}

/** How far a part of a picture of slopes is displaced, in pixels of the picture, by its colours. */
async function displacement({ bytes, crop, width, height }: Made): Promise<number> {
  const { data, info } = await pixels(bytes);
  const scale = crop!.width / width;
  let sum = 0;
  let count = 0;
  for (let x = 2; x < width - 2; x++) {
    const at = (crop!.left + (x + 0.5) * scale - 0.5) % 510;
    // Near the turning points, colours are mixed with those beyond.
    if (Math.abs(at - 255) < 6 * scale || at < 6 * scale || at > 510 - 6 * scale) continue;
    for (let y = 0; y < height; y += 7) {
      const red = data[(y * width + x) * info.channels]!;
      sum += at < 255 ? 255 - at - red : red - (at - 255);
      count += 1;
    }
  }
  return sum / count;
}

describe('renderThumbnails()', () => {
  it.each<[string, Drawn]>([
    ['of a small picture', { width: 700, height: 500 }],
    ['of one kept whole', { width: 2_600, height: 2_000 }],
  ])('renders the exact part %s in the exact size', async (_, size) => {
    const crops = {
      '3x1': { top: 101, left: 33, width: 600, height: 200 },
      '1x1': { top: 57, left: 111, width: 333, height: 333 },
    };
    const made = await thumbnails(await drawn(size, slopes).png().toBuffer(), {}, crops);

    for (const one of made.values()) {
      expect(await sharp(one.bytes).metadata()).toMatchObject({
        width: one.width,
        height: one.height,
        format: 'jpeg',
      });
      if (one.crop !== null && one.width > 100)
        expect(Math.abs(await displacement(one)), one.size).toBeLessThan(0.3);
    }
  });

  it('renders a part of a large picture with an error of at most half a pixel', async () => {
    const size = { width: 5_000, height: 3_000 };
    const crops = {
      '3x1': { top: 1_001, left: 1_333, width: 3_001, height: 1_001 },
      '9x16': { top: 3, left: 777, width: 1_685, height: 2_997 },
      '1x1': { top: 57, left: 111, width: 2_333, height: 2_333 },
    };
    const made = await thumbnails(await drawn(size, slopes).jpeg({ quality: 95 }).toBuffer(), {}, crops);

    for (const code of ['1200x400', '600x200', '700x1245', '600x600', '300x300']) {
      const one = made.get(code)!;
      const inOwnPixels = ((await displacement(one)) * one.width) / one.crop!.width;
      expect(Math.abs(inOwnPixels), code).toBeLessThan(0.5);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('renders the orientation %i upright', async orientation => {
    const shown = { width: 300, height: 200 };
    const stored = orientation < 5 ? shown : { width: 200, height: 300 };
    const paint = storedAs(orientation, stored, corners(shown));
    const made = await thumbnails(await drawn(stored, paint).withMetadata({ orientation }).jpeg().toBuffer());

    for (const size of ['300x', '35x35', '600x400']) {
      const { data, info } = await pixels(made.get(size)!.bytes);
      const colour = (x: number, y: number) =>
        [
          ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 2),
        ].map(value => value > 128);
      const [right, bottom] = [info.width - 1, info.height - 1];
      expect([colour(0, 0), colour(right, 0), colour(0, bottom), colour(right, bottom)]).toEqual([
        [true, true],
        [false, true],
        [true, false],
        [false, false],
      ]);
    }
  });

  it('drops the metadata of the original', async () => {
    const jpeg = await drawn({ width: 700, height: 500 }, slopes)
      .withExif({ IFD0: { Copyright: 'Secret', Artist: 'Somebody' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();

    for (const { bytes } of (await thumbnails(jpeg)).values()) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect(bytes.includes('Secret')).toBe(false);
    }
  });
});

describe('the colours of thumbnails', () => {
  const size = { width: 120, height: 90 };
  const colour = async (bytes: Buffer) => {
    const { data, info } = await pixels((await thumbnails(bytes)).get('980x')!.bytes);
    expect(info.channels).toBeGreaterThanOrEqual(3);
    return [...data.subarray(0, 3)];
  };
  const expectNear = (actual: number[], expected: number[], tolerance = 6) =>
    actual.forEach((value, index) =>
      expect(Math.abs(value - expected[index]!), actual.join()).toBeLessThanOrEqual(tolerance),
    );

  it('are converted from a wider gamut to sRGB', async () => {
    const inP3 = await drawn(size, () => [200, 100, 50])
      .withIccProfile('p3')
      .jpeg({ quality: 95 })
      .toBuffer();

    expectNear(await colour(inP3), [200, 100, 50]);
    // The file stores the numbers of the other gamut.
    expect((await sharp(inP3, { ignoreIcc: true }).raw().toBuffer())[0]).toBeLessThan(195);
  });

  it.each<[string, () => Promise<Buffer>, number[], number]>([
    [
      'grey',
      () =>
        drawn(size, () => [90, 90, 90])
          .greyscale()
          .jpeg()
          .toBuffer(),
      [90, 90, 90],
      3,
    ],
    [
      'grey with 16 bits',
      () =>
        drawn(size, () => [90, 90, 90])
          .toColourspace('grey16')
          .png()
          .toBuffer(),
      [90, 90, 90],
      3,
    ],
    [
      'of 16 bits',
      () =>
        drawn(size, () => [200, 100, 50])
          .toColourspace('rgb16')
          .png()
          .toBuffer(),
      [200, 100, 50],
      4,
    ],
    [
      'of a palette',
      () =>
        drawn(size, () => [200, 100, 50])
          .png({ palette: true })
          .toBuffer(),
      [200, 100, 50],
      4,
    ],
    [
      'CMYK',
      () =>
        drawn(size, () => [200, 100, 50])
          .toColourspace('cmyk')
          .jpeg({ quality: 95 })
          .toBuffer(),
      [200, 100, 50],
      30,
    ],
  ])('are right for a picture that is %s', async (_, make, expected, tolerance) => {
    expectNear(await colour(await make()), expected, tolerance);
  });

  it('keep their transparency', async () => {
    const bytes = await sharp({
      create: { width: 90, height: 90, channels: 4, background: { r: 200, g: 10, b: 10, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { bytes: thumbnail } = (await thumbnails(bytes)).get('35x35')!;
    const { data, info } = await pixels(thumbnail);

    expect(info).toMatchObject({ format: 'raw', channels: 4 });
    expectNear([...data.subarray(0, 4)], [200, 10, 10, 128], 8);
  });

  it.each(['webp', 'avif'])('are stored as %s when the site chooses it for photos', async photo => {
    const made = await thumbnails(await drawn(size, slopes).jpeg().toBuffer(), { imageFormats: { photo } });

    expect((await sharp(made.get('980x')!.bytes).metadata()).mediaType).toBe(`image/${photo}`);
  });
});

describe('thumbnails of an animation', () => {
  const size = { width: 300, height: 200 };
  const moving = (frames = 8) =>
    animation(size, frames).gif({
      delay: Array.from({ length: frames }, (_, index) => 40 + 10 * index),
      loop: 3,
    });

  it.each(['webp', 'gif'])('keep all frames, delays and loops as %s', async animated => {
    const made = await thumbnails(await moving().toBuffer(), { imageFormats: { animated } });

    for (const { size, bytes, width, height } of made.values()) {
      const metadata = await sharp(bytes, { animated: true }).metadata();
      if (size === '35x35') expect(metadata.pages ?? 1).toBe(1);
      else {
        expect(metadata).toMatchObject({ format: animated, width, pageHeight: height, pages: 8, loop: 3 });
        expect(metadata.delay).toEqual([40, 50, 60, 70, 80, 90, 100, 110]);
      }
    }
  });

  it('limit the delay of a frame that is shown for minutes', async () => {
    const gif = await moving().toBuffer();
    const control = gif.indexOf(Buffer.from([0x21, 0xf9, 4]));
    gif.writeUInt16LE(60_000, control + 4);
    const made = await thumbnails(gif);

    const { delay } = await sharp(made.get('300x')!.bytes, { animated: true }).metadata();
    expect(delay?.slice(0, 2)).toEqual([65_535, 50]);
  });

  it('show the same part in each frame', async () => {
    const crops = { '1x1': { top: 0, left: 100, width: 200, height: 200 } };
    const made = await thumbnails(await moving().toBuffer(), {}, crops);
    const { data, info } = await sharp(made.get('300x300')!.bytes, { animated: true })
      .raw()
      .toBuffer({ resolveWithObject: true });

    for (let frame = 0; frame < 8; frame++) {
      // The centre of that frame's bar, in the picture and then in the crop.
      const x = Math.round(((frame + 0.5) * 300) / 8) - 100;
      if (x < 8 || x > 192) continue;
      expect(data[((frame * 200 + 100) * info.width + x) * info.channels + 1]).toBeGreaterThan(200);
    }
  });

  it('show the first frame when they are not animated', async () => {
    const crops = { '1x1': { top: 0, left: 0, width: 200, height: 200 } };
    const { data, info } = await pixels(
      (await thumbnails(await moving().toBuffer(), {}, crops)).get('35x35')!.bytes,
    );
    const green = (x: number) => data[(17 * info.width + x) * info.channels + 1];

    // In the first frame the bar is at the left.
    expect(green(2)).toBeGreaterThan(200);
    expect(green(15)).toBeLessThan(100);
  });

  it('show the first frame upright when the animation has an orientation, because frames can not be rotated together', async () => {
    const webp = await animation(size, 4).withMetadata({ orientation: 6 }).webp().toBuffer();
    const made = await thumbnails(webp);

    expect(await sharp(made.get('980x')!.bytes).metadata()).toMatchObject({ width: 200, height: 300 });
  });
});

describe('failures of renderThumbnails()', () => {
  const size = { width: 200, height: 100 };
  const planned = (): Planned[] =>
    planThumbnails(
      {
        ...ORIGINAL,
        ...size,
        format: 'jpeg',
        frames: 1,
        has_alpha: false,
        automatic_crops: { '3x1': centredCrop('3x1', size) },
      },
      parseSite({}),
    );
  const source = { ...size, frames: 1, hasAlpha: false };

  it('throws 422 for a damaged picture', async () => {
    const jpeg = await drawn(size, slopes).jpeg().toBuffer();
    const cut = jpeg.subarray(0, Math.floor(jpeg.length * 0.7));

    await expect(renderThumbnails(cut, source, planned(), () => Promise.resolve())).rejects.toMatchObject({
      status: 422,
      messages: ['The image is damaged: it can not be decoded'],
    });
    await expect(
      renderThumbnails(Buffer.from('x'), source, planned(), () => Promise.resolve()),
    ).rejects.toMatchObject({ status: 422 });
  });

  it('passes on the error of its callback and renders no more', async () => {
    let calls = 0;
    const emit = () => {
      calls += 1;
      return Promise.reject(new Error('no room'));
    };

    await expect(
      renderThumbnails(await drawn(size, slopes).jpeg().toBuffer(), source, planned(), emit),
    ).rejects.toThrow('no room');
    expect(calls).toBeLessThanOrEqual(4);
  });

  it('succeeds when no thumbnails are planned', async () => {
    await renderThumbnails(await drawn(size, slopes).jpeg().toBuffer(), source, [], () =>
      Promise.reject(new Error('none')),
    );
  });
});

it('renderThumbnails() renders identical sizes once', async () => {
  const made = await thumbnails(await drawn({ width: 100, height: 100 }, slopes).jpeg().toBuffer());

  expect(made.get('980x')!.bytes).toBe(made.get('210x')!.bytes);
  expect(made.get('980x')!.key).not.toBe(made.get('210x')!.key);
});
