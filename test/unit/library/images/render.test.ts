import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parseSite } from '../../../../shared/platform/site/site.ts';
import { centredCrop } from '../../../../shared/library/images/crops.ts';
import { planThumbnails, type Planned } from '../../../../shared/library/images/thumbnails/plan.ts';
import { renderThumbnails } from '../../../../shared/library/images/thumbnails/render.ts';
import { corners, drawn, slopes, storedAs, type Drawn } from '../../../support/files/pictures.ts';
import { ORIGINAL, type Made, thumbnails, pixels } from '../../../support/files/thumbnails.ts';

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

    for (const thumbnail of made.values()) {
      expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({
        width: thumbnail.width,
        height: thumbnail.height,
        format: 'jpeg',
      });
      if (thumbnail.crop !== null && thumbnail.width > 100)
        expect(Math.abs(await displacement(thumbnail)), thumbnail.size).toBeLessThan(0.3);
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
      const thumbnail = made.get(code)!;
      const inOwnPixels = ((await displacement(thumbnail)) * thumbnail.width) / thumbnail.crop!.width;
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
