import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inspectImage } from '../../../../shared/library/images/inspect.ts';
import {
  animation,
  avifSaying,
  corners,
  drawn,
  jpegSegment,
  withSegments,
} from '../../../support/files/pictures.ts';

const SIZE = { width: 60, height: 40 };
function plain() {
  return drawn(SIZE, corners(SIZE));
}

function transparent() {
  return plain().ensureAlpha(0.5);
}

const UNSUPPORTED = { status: 415, code: 'unsupported_media_type' };
const UNPROCESSABLE = { status: 422, code: 'unprocessable_image' };

describe('inspectImage()', () => {
  it.each([
    ['jpeg', 'image/jpeg', 'jpg', () => plain().jpeg()],
    ['png', 'image/png', 'png', () => plain().png()],
    ['gif', 'image/gif', 'gif', () => plain().gif()],
    ['webp', 'image/webp', 'webp', () => plain().webp()],
    ['avif', 'image/avif', 'avif', () => plain().avif({ effort: 0 })],
  ] as const)(
    'recognises a %s by its content, without a name or type',
    async (format, mime, extension, make) => {
      expect(await inspectImage(await make().toBuffer(), {})).toEqual({
        format,
        mime,
        extension,
        ...SIZE,
        orientation: 1,
        frames: 1,
        isAnimated: false,
        // The GIF encoder always writes a transparent colour.
        hasAlpha: format === 'gif',
        iptc: {},
      });
    },
  );

  it.each([
    ['png', () => transparent().png()],
    ['webp', () => transparent().webp()],
    ['lossless webp', () => transparent().webp({ lossless: true })],
    ['avif', () => transparent().avif({ effort: 0 })],
  ] as const)('detects transparency: %s', async (_, make) => {
    expect(await inspectImage(await make().toBuffer(), {})).toMatchObject({ ...SIZE, hasAlpha: true });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'returns the displayed size for the orientation %i',
    async orientation => {
      const bytes = await plain().withMetadata({ orientation }).jpeg().toBuffer();
      const shown = orientation < 5 ? SIZE : { width: SIZE.height, height: SIZE.width };

      expect(await inspectImage(bytes, {})).toMatchObject({ ...shown, orientation });
    },
  );

  it.each([
    ['gif', () => animation(SIZE, 7).gif()],
    ['webp', () => animation(SIZE, 7).webp()],
  ] as const)('detects an animation: %s', async (format, make) => {
    expect(await inspectImage(await make().toBuffer(), {})).toMatchObject({
      ...SIZE,
      format,
      frames: 7,
      isAnimated: true,
    });
  });

  it.each([
    ['progressive', () => plain().jpeg({ progressive: true })],
    ['grey', () => plain().greyscale().jpeg()],
    ['CMYK', () => plain().toColourspace('cmyk').jpeg()],
    ['interlaced', () => plain().png({ progressive: true })],
    ['of 16 bits', () => plain().toColourspace('rgb16').png()],
    ['with a palette', () => plain().png({ palette: true })],
  ] as const)('accepts a picture that is %s', async (_, make) => {
    expect(await inspectImage(await make().toBuffer(), {})).toMatchObject(SIZE);
  });

  it('accepts bytes between the segments of a JPEG, as some cameras write them', async () => {
    const jpeg = await plain().jpeg().toBuffer();
    const bytes = withSegments(jpeg, jpegSegment(0xe5, Buffer.alloc(3)), Buffer.from([0, 0, 0]));

    expect(await inspectImage(bytes, {})).toMatchObject(SIZE);
  });
});

describe('inspectImage() of another kind of file', () => {
  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['an SVG with a prolog', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a TIFF', 'II*\0\x08\0\0\0'],
    ['a BMP', 'BM\x36\0\0\0'],
    ['a PSD', '8BPS\0\x01'],
    ['a HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a video', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
    ['a JPEG XL', '\xff\x0a\0\0'],
    ['a WAV', 'RIFF\x24\0\0\0WAVEfmt '],
    ['a ZIP', 'PK\x03\x04'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('refuses %s', async (_, content) => {
    await expect(
      inspectImage(Buffer.from(content, 'latin1'), { filename: 'photo.jpg' }),
    ).rejects.toMatchObject({
      ...UNSUPPORTED,
      messages: ['The file is not a JPEG, PNG, GIF, WebP or AVIF image'],
    });
  });
});

describe('inspectImage() with a name or declared type', () => {
  it.each([
    [{ filename: 'photo.jpg' }],
    [{ filename: 'photo.JPEG', contentType: 'image/jpeg' }],
    [{ filename: 'photo.jpe', contentType: 'IMAGE/JPG; q=1' }],
    [{ filename: 'photo', contentType: '' }],
    [{ filename: 'photo.php.jpg' }],
    [{ filename: 'Screenshot 2026-11-21 at 12.30.05' }],
    [{ filename: 'photo.', contentType: 'application/octet-stream' }],
    [{ contentType: 'binary/octet-stream' }],
  ])('accepts a JPEG with %o', async named => {
    expect(await inspectImage(await plain().jpeg().toBuffer(), named)).toMatchObject({ format: 'jpeg' });
  });

  it.each([
    [{ filename: 'photo.png' }, 'The file is named .png, but its content is a JPEG image'],
    [{ filename: 'photo.jpg.PHP' }, 'The file is named .php, but its content is a JPEG image'],
    [{ filename: 'photo.svg.' }, 'The file is named .svg, but its content is a JPEG image'],
    [{ filename: 'photo.html ' }, 'The file is named .html, but its content is a JPEG image'],
    [{ contentType: 'image/png' }, 'The file is declared as image/png, but its content is a JPEG image'],
    [
      { filename: 'photo.jpg', contentType: 'text/html; charset=utf-8' },
      'The file is declared as text/html, but its content is a JPEG image',
    ],
  ])('refuses a JPEG with %o', async (named, message) => {
    await expect(inspectImage(await plain().jpeg().toBuffer(), named)).rejects.toMatchObject({
      ...UNSUPPORTED,
      messages: [message],
    });
  });
});

describe('inspectImage() of a damaged picture', () => {
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

  it.each([
    ['a JPEG without its picture', async () => cut(await plain().jpeg().toBuffer(), 0.2)],
    ['a PNG', async () => cut(await plain().png().toBuffer(), 0.8)],
    ['a GIF', async () => cut(await animation(SIZE, 5).gif().toBuffer(), 0.8)],
    ['a WebP', async () => cut(await plain().webp().toBuffer(), 0.9)],
    ['an AVIF', async () => cut(await plain().avif({ effort: 0 }).toBuffer(), 0.9)],
    ['a signature alone', () => Promise.resolve(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
    ['a JPEG without a size', async () => sized(await plain().jpeg().toBuffer(), 0)],
    ['an AVIF without a size', async () => avifSaying(await plain().avif({ effort: 0 }).toBuffer(), 0, 40)],
  ])('refuses %s by its header', async (_, make) => {
    const refused = inspectImage(await make(), {});

    await expect(refused).rejects.toMatchObject(UNPROCESSABLE);
    await expect(refused).rejects.toThrow(/^The image is damaged: /);
  });

  /** Writes the height into the frame header, behind two bytes of length and one of depth. */
  function sized(jpeg: Buffer, height: number): Buffer {
    jpeg.writeUInt16BE(height, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    return jpeg;
  }
});

it('the decoder supports no other formats than those that inspectImage() accepts', async () => {
  await expect(
    sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')).metadata(),
  ).rejects.toThrow(/unsupported image format/);
});
