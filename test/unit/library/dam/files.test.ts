import { describe, expect, it } from 'vitest';
import {
  requestedThumbnails,
  isThumbnailSize,
  thumbnailSizes,
} from '../../../../shared/library/dam/files.ts';
import { mapThumbnailKeys, planThumbnails } from '../../../../shared/library/images/thumbnails/plan.ts';
import { imageRecord } from '../../../support/records/media-records.ts';

describe('thumbnailSizes()', () => {
  it('returns the sizes that every new image has', () => {
    const image = imageRecord();
    expect(thumbnailSizes().sort()).toEqual(
      Object.keys(mapThumbnailKeys(image, planThumbnails(image))).sort(),
    );
  });

  it('accepts bare widths, of whole pictures only', () => {
    expect(['300', '980', '300x', '600x600'].every(isThumbnailSize)).toBe(true);
    expect(['600x', '35', '1245', '0300', '300x0', '', 'constructor'].map(isThumbnailSize)).toEqual([
      true,
      ...Array<boolean>(6).fill(false),
    ]);
  });
});

describe('requestedThumbnails()', () => {
  it('returns the old thumbnails until all new ones are ready', () => {
    const image = imageRecord({
      thumbnails: { '300x': 'images/1/new/300x.jpg' },
      ready: { '300x': 'images/1/old/300x.jpg' },
    });
    expect(requestedThumbnails(image, ['300'])).toEqual({
      '300': 'http://127.0.0.1:4000/media/images/1/old/300x.jpg',
    });
  });
});
