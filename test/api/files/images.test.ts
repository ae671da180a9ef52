import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import {
  aHexId,
  animatedGif,
  filePart,
  makeImage,
  quartered,
  sendForm,
  settledImage,
} from '../../support/resources/images.ts';
import { anId, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { arrived } from '../../support/resources/uploads.ts';

// The errors that these tests provoke must not fill the log.
process.env.LOG_LEVEL = 'silent';

const api = useApi((url: string) => ({ mediaBaseUrl: `${url}/media` }));

const SIZES = [
  'origin',
  '35x35',
  '210x',
  '300x',
  '600x',
  '980x',
  '1200x400',
  '600x200',
  '1200x600',
  '600x300',
  '1200x800',
  '600x400',
  '600x600',
  '300x300',
  '700x1245',
  '1245x700',
];

const anUrl = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/images\/\d+\/.+\.(jpg|webp|png)$/);

function aCrop(sizes: string[]) {
  return {
    top: expect.any(Number),
    left: expect.any(Number),
    width: expect.any(Number),
    height: expect.any(Number),
    imgWidth: 1600,
    imgHeight: 1200,
    sizes,
  };
}

/** The whole answer for a picture of 1600 × 1200. */
function answer(given: object = {}) {
  return {
    id: anId,
    is_animated_gif: false,
    task_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    thumbnails_status: 'pending',
    height: 1200,
    width: 1600,
    filename: 'bridge.jpg',
    caption: '',
    photo_credit: '',
    alt: '',
    iptc: {},
    thumbnails: Object.fromEntries(SIZES.map(size => [size, anUrl])),
    manual_image_crops: {
      '3x1': aCrop(['1200x400', '600x200']),
      '2x1': aCrop(['1200x600', '600x300']),
      '3x2': aCrop(['1200x800', '600x400']),
      '1x1': aCrop(['600x600', '300x300']),
      '9x16': aCrop(['700x1245']),
      '16x9': aCrop(['1245x700']),
    },
    image_original_url: anUrl,
    shortcode_id: aHexId,
    shortcode: expect.stringMatching(
      /^\[media-image [0-9a-f]{32} is_animated_gif=false crop_info="%7B.+" dam=1 site_id=1 original_size="1600x1200" expand=1\]$/,
    ),
    shortcode_params: {
      is_animated_gif: false,
      crop_info: expect.stringMatching(/^%7B/),
      original_size: '1600x1200',
      expand: 1,
    },
    media_html: expect.stringMatching(
      /^<img src="http[^"]+" srcset="[^"]+" sizes="[^"]+" width="1600" height="1200" alt="" data-shortcode-id="[0-9a-f]{32}">$/,
    ),
    ...given,
  };
}

describe('POST /images', () => {
  it('answers with the whole image for a single file', async () => {
    const reply = await sendForm(api, '/images', [filePart(await quartered())]);

    expect(reply.body).toEqual(answer());
    expect(reply.headers.get('etag')).toMatch(/^"1-/);
    const image = reply.body;
    expect(JSON.parse(decodeURIComponent(image.shortcode_params.crop_info))).toEqual(
      image.manual_image_crops,
    );
    expect(await ok(api.get(`/images/${image.id}`))).toMatchObject({ id: image.id, width: 1600 });
  });

  it('answers with an array in the order sent for several files', async () => {
    const parts = [filePart(await quartered(60, 40)), filePart(await quartered(40, 60, 'png'), 'b.png')];
    const images = await ok(sendForm(api, '/images', parts));

    expect(images).toMatchObject([
      { width: 60, height: 40, filename: 'bridge.jpg' },
      { width: 40, height: 60, filename: 'b.png' },
    ]);
  });

  it('reads text fields of the form that carry a file name', async () => {
    const named = { alt: 'A bridge', caption: 'At last', link_target: 'true' };
    const texts = Object.entries(named).map(([name, content]) => ({ name, filename: name, content }));
    const image = await ok(sendForm(api, '/images', [...texts, filePart(await quartered(60, 40))]));

    expect(image).toMatchObject({ alt: 'A bridge', caption: 'At last' });
  });

  it('stores caption, credit and alt text, and escapes them in media_html', async () => {
    const image = await makeImage(api, undefined, {
      caption: 'At last',
      photo_credit: 'Ada Nord',
      alt: 'A "bridge" <b>',
      title: 'More & more',
      link_url: 'https://example.org/?a=1&b=2',
      link_target: 'true',
    });

    expect(image).toMatchObject({ caption: 'At last', photo_credit: 'Ada Nord', alt: 'A "bridge" <b>' });
    expect(image.media_html).toMatch(
      /^<a href="https:\/\/example.org\/\?a=1&amp;b=2" title="More &amp; more" target="_blank" rel="noopener"><img .* alt="A &quot;bridge&quot; &lt;b&gt;" .*<\/a>$/,
    );
  });

  it('makes every thumbnail, which the media host serves as immutable', async () => {
    const made = await makeImage(api);
    const image = await settledImage(api, made.id);

    expect(image).toMatchObject({ thumbnails_status: 'ready', thumbnails: made.thumbnails });
    for (const [size, url] of Object.entries<string>(image.thumbnails)) {
      const response = await fetch(url);
      expect(response.status, size).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const { width, height, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(exif).toBeUndefined();
      const [wide, high] = size.split('x').map(Number);
      if (size !== 'origin') expect(width).toBeLessThanOrEqual(wide!);
      if (high) expect(Math.abs(width / height - wide! / high)).toBeLessThan(0.02);
    }
  });

  it('sets is_animated_gif for an animated GIF', async () => {
    const image = await ok(sendForm(api, '/images', [filePart(await animatedGif(), 'a.gif', 'image/gif')]));

    expect(image).toMatchObject({
      is_animated_gif: true,
      shortcode: expect.stringContaining('is_animated_gif=true'),
    });
  });

  it('returns 409 when a direct upload is claimed a second time', async () => {
    const bytes = await quartered();
    const upload_id = await arrived(api, bytes, { filename: 'bridge.jpg', content_type: 'image/jpeg' });

    expect(await ok(api.post('/images', { upload_id, caption: 'Direct' }))).toEqual(
      answer({ caption: 'Direct' }),
    );
    expectRefused(
      await api.post('/images', { upload_id }),
      409,
      'conflict',
      'upload_id: this upload has been used already',
    );
  });

  it('makes one image when two simultaneous requests claim a direct upload', async () => {
    const upload_id = await arrived(api, await quartered(), {
      filename: 'b.jpg',
      content_type: 'image/jpeg',
    });
    const replies = await Promise.all([1, 2].map(() => api.post('/images', { upload_id })));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('refuses an upload that has not arrived, and one of another author', async () => {
    const { upload_id } = await ok(
      api.post('/uploads', { filename: 'a.jpg', content_type: 'image/jpeg', size: 10 }),
    );
    expectRefused(
      await api.post('/images', { upload_id }),
      409,
      'conflict',
      'upload_id: the file has not arrived',
    );
    const { key } = await api.makeKey('Guest Editor');
    const unknown = `upload_id: there is none with the id ${upload_id}`;
    expectRefused(await api.post('/images', { upload_id }, { key }), 400, 'invalid_input', unknown);
  });

  it.each([
    ['no source', {}],
    ['two sources', { image_url: 'https://example.org/a.jpg', upload_id: 1 }],
  ])('refuses a body with %s', async (_name, body) => {
    expectRefused(
      await api.post('/images', body),
      400,
      'invalid_input',
      'file: send file parts, image_url or upload_id, and only one of them',
    );
  });

  it.each([
    ['on a private network', (): string => api.stack.url],
    ['with a scheme other than http and https', (): string => 'ftp://example.org/a.jpg'],
    ['that is a data: URL', (): string => 'data:image/png;base64,AAAA'],
  ])('refuses an image_url %s', async (_name, address) => {
    expectRefused(await api.post('/images', { image_url: address() }), 400, 'url_not_allowed');
  });

  it.each(['a.jpg', ''])(
    'refuses the image_url "%s", which is not a URL, for this reason alone',
    async image_url => {
      const reply = await api.post('/images', { image_url });
      expectRefused(reply, 400, 'invalid_input', 'image_url: must be a URL');
    },
  );

  it('refuses the upload_id 0, which no upload has, for this reason', async () => {
    const reply = await api.post('/images', { upload_id: 0 });
    expectRefused(reply, 400, 'invalid_input', 'upload_id: there is none with the id 0');
  });

  it.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'a.svg',
      415,
      'unsupported_media_type',
    ],
    [
      'HTML named .jpg',
      Buffer.from('<html><script>1</script></html>'),
      'a.jpg',
      415,
      'unsupported_media_type',
    ],
    ['an empty file', Buffer.alloc(0), 'a.jpg', 415, 'unsupported_media_type'],
  ])('returns 415 for %s', async (_name, bytes, filename, status, code) => {
    expectRefused(await sendForm(api, '/images', [filePart(bytes, filename)]), status, code);
  });

  it('refuses a PNG whose file name says JPEG', async () => {
    const png = await quartered(20, 20, 'png');
    expectRefused(await sendForm(api, '/images', [filePart(png, 'a.jpg')]), 415, 'unsupported_media_type');
  });

  it('returns 422 for the whole request when one of its pictures does not decode', async () => {
    const broken = (await quartered()).subarray(0, 2000);
    const parts = [filePart(await quartered()), filePart(broken)];

    expectRefused(await sendForm(api, '/images', parts), 422, 'unprocessable_image');
  });

  it('returns 413 for a file over 4 MB and points to /uploads', async () => {
    const reply = await sendForm(api, '/images', [filePart(Buffer.alloc(4_000_001))]);
    expectRefused(reply, 413, 'too_large', /\/uploads/);
  });

  it('returns 400 for a malformed multipart form', async () => {
    const reply = await api.send('POST', '/images', {
      raw: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expectRefused(reply, 400, 'malformed_multipart');
  });
});

describe('GET /images/<id>', () => {
  it('returns 404 for an unknown id', async () => {
    expectRefused(await api.get('/images/12'), 404, 'not_found', 'There is no image with the id 12');
  });
});
