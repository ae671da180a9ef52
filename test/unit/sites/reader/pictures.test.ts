import { describe, expect, it } from 'vitest';
import { findPicture, renderCrop, renderWhole } from '../../../../infra/sites/reader/pictures.ts';

const SIZES = { sizes: '100vw' };

function pictured(dimensions: Record<string, { width: number; height: number }>) {
  const image_info = Object.fromEntries(Object.keys(dimensions).map(size => [size, `/${size}.jpg`]));
  return { image: '/origin.jpg', image_info, image_dimensions: dimensions };
}

describe('renderWhole()', () => {
  it('names the true width of each size, each width once, and keeps the place of the picture', () => {
    const small = pictured({
      '300x': { width: 300, height: 225 },
      '600x': { width: 400, height: 300 },
      '980x': { width: 400, height: 300 },
    });

    expect(renderWhole(small, SIZES)?.text).toBe(
      '<img class="picture" src="/980x.jpg" srcset="/980x.jpg 400w, /300x.jpg 300w" sizes="100vw" width="400" height="300" alt="" loading="lazy">',
    );
  });

  it('takes the width from the size’s name where the service does not answer dimensions', () => {
    const older = { image: '/origin.jpg', image_info: { '980x': '/980x.jpg' } };

    expect(renderWhole(older, SIZES)?.text).toBe(
      '<img class="picture" src="/980x.jpg" srcset="/980x.jpg 980w" sizes="100vw" alt="" loading="lazy">',
    );
  });
});

describe('renderCrop()', () => {
  it('names the true width of crops of a small picture', () => {
    const small = pictured({
      '980x': { width: 400, height: 400 },
      '600x400': { width: 400, height: 267 },
      '1200x800': { width: 400, height: 267 },
    });

    expect(renderCrop(small, SIZES)?.text).toContain(
      'srcset="/1200x800.jpg 400w" sizes="100vw" width="400" height="267"',
    );
  });
});

describe('findPicture()', () => {
  it('returns a thumbnail of the first picture, not its original', () => {
    const dimensions = { '980x': { width: 980, height: 700 } };

    expect(findPicture([{ image: null }, pictured(dimensions), { image: '/later.jpg' }])).toBe('/980x.jpg');
    expect(findPicture([{ image: '' }, { image: 'https://elsewhere.example/a.jpg' }])).toBe(
      'https://elsewhere.example/a.jpg',
    );
    expect(findPicture([])).toBeUndefined();
  });
});
