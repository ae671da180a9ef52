import { markup, type Html } from './html.ts';
import type { Pictured } from './read.ts';

interface Shown {
  /** The displayed width, in the form of the attribute `sizes`. */
  sizes: string;
  /** The picture that a reader sees first is loaded first, the others when they come into view. */
  isFirst?: boolean;
  alt?: string;
}

interface Cropped extends Shown {
  /** The width divided by the height. */
  ratio?: number;
}

/** A picture that is cropped, as those of teasers to 3:2: by the editor's crop where there is one, else by the style sheet. */
export function renderCrop(pictured: Pictured, { ratio = 3 / 2, ...shown }: Cropped): Html | null {
  const crops = findSizes(pictured, /^(\d+)x(\d+)$/).filter(
    ({ name: [width = 0, height = 0] }) => width === height * ratio,
  );
  return crops.length > 0 ? renderImage(crops, shown) : renderWhole(pictured, shown);
}

/** The whole picture, or the one at another site. */
export function renderWhole(pictured: Pictured, shown: Shown): Html | null {
  const widths = findSizes(pictured, /^(\d+)x$/);
  if (widths.length > 0) return renderImage(widths, shown);
  const { image } = pictured;
  if (typeof image !== 'string' || image === '') return null;
  const { alt = '', isFirst = false } = shown;
  return markup`<img class="picture" src="${image}" alt="${alt}" referrerpolicy="no-referrer"${order(isFirst)}>`;
}

/** The address of the first picture, for the head of a list. Originals may be large, and name the camera and the place. */
export function findPicture(posts: readonly Pictured[]): string | undefined {
  const urls = posts.map(({ image, image_info = {} }) => image_info['980x'] ?? image);
  return urls.find(url => typeof url === 'string' && url !== '') ?? undefined;
}

interface Source {
  url: string;
  width: number;
  /** Undefined for a whole picture whose dimensions the answer lacks. */
  height: number | undefined;
  /** Width and height that the size is named after. */
  name: number[];
}

/** Sizes by name, the widest first, each width once: sizes that a small picture does not have are all as wide as the picture. */
function findSizes({ image_info = {}, image_dimensions = {} }: Pictured, name: RegExp): Source[] {
  const found = Object.entries(image_info).flatMap(([size, url]): Source[] => {
    const named = name.exec(size)?.slice(1).map(Number);
    if (!named) return [];
    const { width = named[0] ?? 0, height = named[1] } = image_dimensions[size] ?? {};
    return [{ url, width, height, name: named }];
  });
  const widths = new Map(found.map(source => [source.width, source]));
  return [...widths.values()].toSorted((one, other) => other.width - one.width);
}

/** With width and height, the place of the picture is kept before it is loaded. */
function renderImage(sources: readonly Source[], { sizes, alt = '', isFirst = false }: Shown): Html {
  const srcset = sources.map(({ width, url }) => `${url} ${width}w`).join(', ');
  const [{ url, width, height } = { url: '', width: 0, height: undefined }] = sources;
  const measures = height !== undefined && markup` width="${width}" height="${height}"`;
  return markup`<img class="picture" src="${url}" srcset="${srcset}" sizes="${sizes}"${measures} alt="${alt}"${order(isFirst)}>`;
}

function order(isFirst: boolean): Html {
  return isFirst ? markup` fetchpriority="high"` : markup` loading="lazy"`;
}
