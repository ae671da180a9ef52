import { markup, type Html } from './html.ts';
import type { Teaser } from './read.ts';

interface Shown {
  /** How wide the picture is shown, as the attribute says it. */
  sizes: string;
  /** The picture that a reader sees first is loaded first, the others when they come into view. */
  isFirst?: boolean;
  alt?: string;
}

type Pictured = Pick<Teaser, 'image' | 'image_info'>;

/** The picture of a teaser, cropped to 3:2: by the editor's crop where there is one, else by the style sheet. */
export function renderCrop({ image, image_info = {} }: Pictured, shown: Shown): Html | null {
  const crops = findSizes(image_info, /^(\d+)x(\d+)$/).filter(
    ({ width, height = 0 }) => width * 2 === height * 3,
  );
  const [largest] = crops;
  if (!largest) return renderWhole({ image: image ?? null, image_info }, shown);
  return renderImage(crops, { ...shown, dimensions: largest });
}

/** The whole picture, or the one at another site. */
export function renderWhole({ image, image_info = {} }: Pictured, shown: Shown): Html | null {
  const widths = findSizes(image_info, /^(\d+)x$/);
  if (widths.length > 0) return renderImage(widths, shown);
  if (typeof image !== 'string' || image === '') return null;
  const { alt = '', isFirst = false } = shown;
  return markup`<img class="picture" src="${image}" alt="${alt}" referrerpolicy="no-referrer"${order(isFirst)}>`;
}

interface Size {
  width: number;
  height?: number;
  url: string;
}

/** Sizes by name, the widest first. */
function findSizes(info: Readonly<Record<string, string>>, name: RegExp): Size[] {
  return Object.entries(info)
    .flatMap(([key, url]) => {
      const [, width, height] = name.exec(key) ?? [];
      if (width === undefined) return [];
      return { width: Number(width), url, ...(height !== undefined && { height: Number(height) }) };
    })
    .toSorted((one, other) => other.width - one.width);
}

function renderImage(
  sources: readonly Size[],
  { sizes, alt = '', isFirst = false, dimensions }: Shown & { dimensions?: Size },
): Html {
  const srcset = sources.map(({ width, url }) => `${url} ${width}w`).join(', ');
  const measures =
    dimensions && markup` width="${dimensions.width}" height="${dimensions.height ?? dimensions.width}"`;
  return markup`<img class="picture" src="${sources[0]?.url ?? ''}" srcset="${srcset}" sizes="${sizes}"${measures} alt="${alt}"${order(isFirst)}>`;
}

function order(isFirst: boolean): Html {
  return isFirst ? markup` fetchpriority="high"` : markup` loading="lazy"`;
}
