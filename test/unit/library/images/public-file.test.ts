import { describe, expect, it } from 'vitest';
import { choosePublicFile } from '../../../../shared/library/images/public-file.ts';
import { imageRecord } from '../../../support/records/media-records.ts';

const thumbnails = { origin: 'a/original.png', '980x': 'a/980x.webp' };
const original = { original: 'a/original.png', format: 'png', bytes: 7 } as const;

describe('choosePublicFile()', () => {
  it('returns the largest thumbnail of the whole picture, with its own type', () => {
    const image = imageRecord({ ...original, thumbnails, ready: thumbnails });

    expect(choosePublicFile(image)).toEqual({
      url: expect.stringMatching(/a\/980x\.webp$/),
      type: 'image/webp',
    });
  });

  it('returns the planned thumbnail while it is made', () => {
    const image = imageRecord({ ...original, thumbnails, ready: null, thumbnails_status: 'pending' });

    expect(choosePublicFile(image).url).toMatch(/a\/980x\.webp$/);
  });

  it('returns the original with its length where no thumbnail could be made', () => {
    const image = imageRecord({ ...original, thumbnails, ready: null, thumbnails_status: 'failed' });
    const file = { url: expect.stringMatching(/a\/original\.png$/), type: 'image/png', bytes: 7 };

    expect(choosePublicFile(image)).toEqual(file);
  });
});
