import { UnsupportedMediaType } from '../../platform/core/errors.ts';
import { contradiction, detectImageKind, type ImageFormat, type Named } from '../media/kinds.ts';
import { findPolyglot } from '../media/polyglot.ts';
import { readMetadata } from './decoding.ts';
import { checkLimits } from './headers/header.ts';
import { readHeader } from './headers/read.ts';
import { readIptc } from './iptc.ts';

/** The properties of a picture, determined by its content. */
export interface Inspected {
  format: ImageFormat;
  mime: string;
  extension: string;
  /** Upright: with the orientation applied. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8. */
  orientation: number;
  frames: number;
  isAnimated: boolean;
  hasAlpha: boolean;
  /** IPTC texts by their names in lower case: "by-line", "caption/abstract". */
  iptc: Record<string, string>;
}

/**
 * Inspects a picture without decoding it. The content decides the format; the decoder only gets files of accepted formats that are not
 * another format at the same time and whose header is within the limits.
 * @throws UnsupportedMediaType for other formats, and for content that contradicts the file name or declared type
 * @throws UnprocessableImage for too many pixels or frames, and for damaged files
 */
export async function inspectImage(bytes: Buffer, named: Named): Promise<Inspected> {
  const kind = detectImageKind(bytes);
  if (kind === undefined)
    throw new UnsupportedMediaType('The file is not a JPEG, PNG, GIF, WebP or AVIF image');
  const contradicted = contradiction(kind, named);
  if (contradicted !== undefined) throw new UnsupportedMediaType(contradicted);
  const header = readHeader(kind.format, bytes);
  checkLimits(header);
  const other = findPolyglot(bytes);
  if (other !== undefined) throw new UnsupportedMediaType(`The file is a ${kind.title}, but also ${other}`);
  const decoder = await readMetadata(bytes);
  checkLimits({ ...header, ...decoder });
  return {
    format: kind.format,
    mime: kind.mime,
    extension: kind.extension,
    ...decoder,
    frames: header.frames,
    isAnimated: header.frames > 1,
    iptc: header.iptc === undefined ? {} : readIptc(header.iptc),
  };
}
