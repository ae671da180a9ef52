import { randomUUID } from 'node:crypto';
import { site } from '../../platform/site/site.ts';
import { storedName, removeExtension } from '../media/filename.ts';
import { getKind } from '../media/kinds.ts';
import { copyUpload } from '../uploads/claim.ts';
import { enqueueFileCleanup } from '../uploads/cleanup.ts';
import { computeAutomaticCrops } from './attention.ts';
import { inspectImage } from './inspect.ts';
import { Images, type ImageRecord } from './record.ts';
import type { Source } from './sources.ts';

/** The part of an image's record that is derived from the picture. */
export type Picture = Pick<
  ImageRecord,
  | 'filename'
  | 'format'
  | 'bytes'
  | 'width'
  | 'height'
  | 'frames'
  | 'has_alpha'
  | 'is_animated_gif'
  | 'iptc'
  | 'automatic_crops'
  | 'original'
  | 'source_url'
>;

/** Inspects a picture without storing it. @throws UnsupportedMediaType, UnprocessableImage */
export async function preparePicture(id: number, source: Source): Promise<Picture> {
  const { bytes, filename, contentType, url } = source;
  const inspected = await inspectImage(bytes, {
    filename,
    ...(contentType !== undefined && { contentType }),
  });
  const { format, extension, width, height, frames, hasAlpha, isAnimated, iptc } = inspected;
  const automatic_crops = await computeAutomaticCrops(bytes, { width, height }, site().imageRatios);
  return {
    filename: `${removeExtension(filename) || 'image'}.${extension}`,
    format,
    bytes: bytes.length,
    width,
    height,
    frames,
    has_alpha: hasAlpha,
    is_animated_gif: format === 'gif' && isAnimated,
    iptc,
    automatic_crops,
    original: `${buildOriginalsPrefix(id)}${randomUUID()}/${storedName(filename, extension)}`,
    source_url: url,
  };
}

/** The prefix of all objects of an image; below, that of its originals. */
export function buildImagePrefix(id: number): string {
  return `images/${id}/`;
}

function buildOriginalsPrefix(id: number): string {
  return `${buildImagePrefix(id)}original/`;
}

/** Stores an original before the record with its key is committed; enqueues a clean-up first, in case the commit fails. */
export async function storeOriginal(
  id: number,
  { original, format }: Picture,
  { bytes, upload }: Source,
): Promise<void> {
  const { FOREVER, putObject } = await import('../../platform/files/objects.ts');
  const headers = { contentType: getKind(format).mime, cacheControl: FOREVER };
  const place = { bucket: 'media' as const, key: original };
  await enqueueFileCleanup(buildOriginalsPrefix(id), Images.key(id));
  await (upload ? copyUpload(upload, place, headers) : putObject(place, bytes, headers));
}
