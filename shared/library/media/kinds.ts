import { readLatin1 } from './latin1.ts';

/** The accepted image formats. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** How a kind of file is recognized by its content, name and declared type. */
export interface Kind<Format extends string = string> {
  readonly format: Format;
  readonly title: string;
  /** The type it is served with. */
  readonly mime: string;
  /** The extension of stored files. */
  readonly extension: string;
  /** Accepted extensions and declared types, in lower case. */
  readonly extensions: readonly string[];
  readonly types: readonly string[];
  readonly matches: (bytes: Buffer) => boolean;
}

/** The sender's file name and declared type. */
export interface Named {
  filename?: string;
  contentType?: string;
}

const IMAGES: Readonly<Record<ImageFormat, Kind<ImageFormat>>> = {
  jpeg: {
    format: 'jpeg',
    title: 'JPEG image',
    mime: 'image/jpeg',
    extension: 'jpg',
    extensions: ['jpg', 'jpeg', 'jpe', 'jif', 'jfif', 'jfi', 'pjp', 'pjpeg'],
    types: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
    matches: bytes => readLatin1(bytes, 0, 3) === '\xff\xd8\xff',
  },
  png: {
    format: 'png',
    title: 'PNG image',
    mime: 'image/png',
    extension: 'png',
    extensions: ['png', 'apng'],
    types: ['image/png', 'image/x-png', 'image/apng', 'image/vnd.mozilla.apng'],
    matches: bytes => readLatin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  },
  gif: {
    format: 'gif',
    title: 'GIF image',
    mime: 'image/gif',
    extension: 'gif',
    extensions: ['gif'],
    types: ['image/gif'],
    matches: bytes => /^GIF8[79]a/.test(readLatin1(bytes, 0, 6)),
  },
  webp: {
    format: 'webp',
    title: 'WebP image',
    mime: 'image/webp',
    extension: 'webp',
    extensions: ['webp'],
    types: ['image/webp'],
    matches: bytes => readLatin1(bytes, 0, 4) === 'RIFF' && readLatin1(bytes, 8, 4) === 'WEBP',
  },
  avif: {
    format: 'avif',
    title: 'AVIF image',
    mime: 'image/avif',
    extension: 'avif',
    extensions: ['avif', 'avifs'],
    types: ['image/avif', 'image/avif-sequence'],
    matches: isAvif,
  },
};

/** The image format by the first bytes; undefined for any other file. */
export function detectImageKind(bytes: Buffer): Kind<ImageFormat> | undefined {
  return Object.values(IMAGES).find(({ matches }) => matches(bytes));
}

export function getKind(format: ImageFormat): Kind<ImageFormat> {
  return IMAGES[format];
}

const MAX_BRANDS_LENGTH = 1024;

/** One container holds many formats, which its brands name. HEIC has brands of its own. */
function isAvif(bytes: Buffer): boolean {
  if (readLatin1(bytes, 4, 4) !== 'ftyp') return false;
  const brands =
    readLatin1(bytes, 8, Math.min(bytes.readUInt32BE(0), MAX_BRANDS_LENGTH) - 8).match(/.{4}/gs) ?? [];
  return brands.some(brand => /^avi[fs]$/.test(brand)) && !brands.some(brand => /^he[iv]/.test(brand));
}

/** Declared types of senders that don't know the type. */
const UNSPECIFIC_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

/** How a file's name or declared type contradicts its content, as a sentence; undefined when they agree or are unspecific. */
export function contradiction(kind: Kind, { filename = '', contentType = '' }: Named): string | undefined {
  const extension = parseExtension(filename);
  if (extension !== undefined && !kind.extensions.includes(extension))
    return `The file is named .${extension}, but its content is a ${kind.title}`;
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (!UNSPECIFIC_TYPES.includes(type) && !kind.types.includes(type))
    return `The file is declared as ${type.slice(0, 100)}, but its content is a ${kind.title}`;
  return undefined;
}

/** Extensions begin with a letter: "Screenshot 12.30.05" has none. Dots and spaces at the end are ignored. */
function parseExtension(filename: string): string | undefined {
  return /\.([a-z][a-z0-9]{0,9})[.\s]*$/i.exec(filename)?.[1]?.toLowerCase();
}
