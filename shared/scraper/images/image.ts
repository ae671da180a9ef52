/** A candidate picture for the page. */
export interface Image {
  readonly url: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** MIME type; empty when unknown. */
  readonly type: string;
  /** How representative it is, 0 to 1. */
  readonly weight: number;
}

const TYPES: Partial<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The stated type, or the type of the file name's extension; empty when neither is known. */
export function imageType(url: string, stated = ''): string {
  const [type] = /^image\/[a-z\d.+-]{1,40}/.exec(stated.trim().toLowerCase()) ?? [];
  const [, extension = ''] = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname) ?? [];
  return (type === 'image/jpg' ? 'image/jpeg' : type) ?? TYPES[extension.toLowerCase()] ?? '';
}

/** Pictures whose shorter side is below this are icons. */
const MIN_SIDE = 64;

/** Reduces the weight of icons. */
export function weightBySize(image: Image): Image {
  const sides = [image.width, image.height].filter(side => side > 0);
  return sides.some(side => side < MIN_SIDE) ? { ...image, weight: image.weight * 0.2 } : image;
}
