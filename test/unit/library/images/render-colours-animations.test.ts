import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animation, drawn, slopes } from '../../../support/files/pictures.ts';
import { thumbnails, pixels } from '../../../support/files/thumbnails.ts';

describe('thumbnail of a colour picture', () => {
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

  it('has colours in sRGB when the picture has a wider gamut', async () => {
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
  ])('has the right colours for a picture that is %s', async (_, make, expected, tolerance) => {
    expectNear(await colour(await make()), expected, tolerance);
  });

  it('keeps the transparency of the picture', async () => {
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

  it.each(['webp', 'avif'])('has the format %s when the site chooses it for photos', async photo => {
    const made = await thumbnails(await drawn(size, slopes).jpeg().toBuffer(), { imageFormats: { photo } });

    expect((await sharp(made.get('980x')!.bytes).metadata()).mediaType).toBe(`image/${photo}`);
  });
});

describe('thumbnail of an animation', () => {
  const size = { width: 300, height: 200 };
  const moving = (frames = 8) =>
    animation(size, frames).gif({
      delay: Array.from({ length: frames }, (_, index) => 40 + 10 * index),
      loop: 3,
    });

  it.each(['webp', 'gif'])('keeps all frames, delays and loops as %s', async animated => {
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

  it('limits the delay of a frame that is shown for minutes', async () => {
    const gif = await moving().toBuffer();
    const control = gif.indexOf(Buffer.from([0x21, 0xf9, 4]));
    gif.writeUInt16LE(60_000, control + 4);
    const made = await thumbnails(gif);

    const { delay } = await sharp(made.get('300x')!.bytes, { animated: true }).metadata();
    expect(delay?.slice(0, 2)).toEqual([65_535, 50]);
  });

  it('shows the same part in each frame', async () => {
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

  it('shows the first frame when it is not animated', async () => {
    const crops = { '1x1': { top: 0, left: 0, width: 200, height: 200 } };
    const { data, info } = await pixels(
      (await thumbnails(await moving().toBuffer(), {}, crops)).get('35x35')!.bytes,
    );
    const green = (x: number) => data[(17 * info.width + x) * info.channels + 1];

    // In the first frame the bar is at the left.
    expect(green(2)).toBeGreaterThan(200);
    expect(green(15)).toBeLessThan(100);
  });

  it('shows the first frame upright when the animation has an orientation, because frames can not be rotated together', async () => {
    const webp = await animation(size, 4).withMetadata({ orientation: 6 }).webp().toBuffer();
    const made = await thumbnails(webp);

    expect(await sharp(made.get('980x')!.bytes).metadata()).toMatchObject({ width: 200, height: 300 });
  });
});
