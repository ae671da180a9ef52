import { UnsupportedMediaType } from '../core/errors.ts';
import { contradiction, imageKindOf, type ImageFormat, type Named } from '../media/kinds.ts';
import { polyglotOf } from '../media/polyglot.ts';
import { metadataOf } from './decoding.ts';
import { checkLimits } from './headers/header.ts';
import { readHeader } from './headers/read.ts';
import { readIptc } from './iptc.ts';

/** What a picture is, by its content. */
export interface Inspected {
  format: ImageFormat;
  mime: string;
  extension: string;
  /** As it is shown: the orientation is applied. */
  width: number;
  height: number;
  /** As EXIF has it, 1 to 8. */
  orientation: number;
  frames: number;
  isAnimated: boolean;
  hasAlpha: boolean;
  /** By IPTC's names in lower case: "by-line", "caption/abstract". */
  iptc: Record<string, string>;
}

/**
 * Looks at a picture without decoding it. Content decides what it is; only what is one of our kinds, and nothing else beside,
 * and within the limits by its own header, comes before the decoder at all.
 * @throws UnsupportedMediaType for other kinds, and for content that is not what its name or declared type says
 * @throws UnprocessableImage for too many pixels or frames, and for what is damaged
 */
export async function inspectImage(bytes: Buffer, named: Named): Promise<Inspected> {
  const kind = imageKindOf(bytes);
  if (kind === undefined)
    throw new UnsupportedMediaType('The file is not a JPEG, PNG, GIF, WebP or AVIF image');
  const contradicted = contradiction(kind, named);
  if (contradicted !== undefined) throw new UnsupportedMediaType(contradicted);
  const header = readHeader(kind.format, bytes);
  checkLimits(header);
  const other = polyglotOf(bytes);
  if (other !== undefined) throw new UnsupportedMediaType(`The file is a ${kind.title}, but also ${other}`);
  const decoder = await metadataOf(bytes);
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
