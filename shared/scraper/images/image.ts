/** A picture that may stand for the page. */
export interface Image {
  readonly url: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** MIME type; empty when unknown. */
  readonly type: string;
  /** How well it stands for the page, 0 to 1. */
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

/** The type that an address's file name or a stated type tells; empty when neither does. */
export function imageType(url: string, stated = ''): string {
  const [type] = /^image\/[a-z\d.+-]{1,40}/.exec(stated.trim().toLowerCase()) ?? [];
  const [, extension = ''] = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname) ?? [];
  return (type === 'image/jpg' ? 'image/jpeg' : type) ?? TYPES[extension.toLowerCase()] ?? '';
}

/** Below this on its shorter side a picture is an icon, whoever names it. */
const ICON = 64;

/** The image with the weight that its size leaves it. */
export function weighed(image: Image): Image {
  const sides = [image.width, image.height].filter(side => side > 0);
  return sides.some(side => side < ICON) ? { ...image, weight: image.weight * 0.2 } : image;
}
