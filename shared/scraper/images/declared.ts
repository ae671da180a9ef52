import { readPictures, pixels } from '../jsonld/values.ts';
import type { Element } from '../markup/dom.ts';
import { microdata } from '../markup/microdata.ts';
import type { Page } from '../markup/page.ts';
import { imageType, weightBySize, type Image } from './image.ts';

const MAX_PER_KIND = 10;

interface Declaration {
  url: string;
  width: number;
  height: number;
  type: string;
}

/** The pictures in the page's metadata, weighted by source. */
export function declaredImages(page: Page): Image[] {
  const kinds: readonly (readonly [number, readonly Declaration[]])[] = [
    [1, openGraphImages(page)],
    [0.9, toDeclarations(page.metas('twitter:image', 'twitter:image:src'))],
    [0.8, structuredImages(page)],
    [
      0.75,
      toDeclarations([
        ...microdata(page, 'image'),
        ...page.metas('thumbnail', 'thumbnailurl', 'sailthru.image.full'),
      ]),
    ],
    [0.75, toDeclarations(listAttributes(page.links(/(?:^|\s)image_src(?:$|\s)/i), 'href'))],
    [0.6, toDeclarations(listAttributes(page.querySelectorAll('video'), 'poster'))],
  ];
  return kinds.flatMap(([worth, declarations]) =>
    declarations.slice(0, MAX_PER_KIND).flatMap((declaration, place) => {
      const url = page.absolute(declaration.url);
      if (url === undefined) return [];
      const weight = (worth - place / 100) * (isStandIn(url) ? 0.6 : 1);
      return [weightBySize({ ...declaration, url, type: imageType(url, declaration.type), weight })];
    }),
  );
}

/** Open Graph's size and type describe the picture before them. */
function openGraphImages(page: Page): Declaration[] {
  const images: Declaration[] = [];
  for (const meta of page.querySelectorAll('meta[content]')) {
    const property = (meta.getAttribute('property') ?? meta.getAttribute('name') ?? '').toLowerCase();
    const content = meta.getAttribute('content') ?? '';
    const current = images.at(-1);
    if (property === 'og:image' || property === 'og:image:url') images.push(...toDeclarations([content]));
    else if (property === 'og:image:secure_url' && content !== '') images.push(...toDeclarations([content]));
    else if (current === undefined) continue;
    else if (property === 'og:image:width') current.width = pixels(content);
    else if (property === 'og:image:height') current.height = pixels(content);
    else if (property === 'og:image:type') current.type = content;
  }
  return images;
}

function structuredImages({ data }: Page): Declaration[] {
  return data.subjects
    .flatMap(node => [node.image, node.primaryImageOfPage, node.thumbnailUrl])
    .flatMap(value => readPictures(value, data.graph))
    .map(({ url, width = 0, height = 0 }) => ({ url, width, height, type: '' }));
}

function listAttributes(elements: readonly Element[], attribute: string): string[] {
  return elements.flatMap(element => element.getAttribute(attribute) ?? []);
}

function toDeclarations(urls: readonly string[]): Declaration[] {
  return urls.map(url => ({ url, width: 0, height: 0, type: '' }));
}

/** Whether an image is a placeholder for articles without a picture. */
function isStandIn(url: string): boolean {
  const file = new URL(url).pathname.split('/').at(-1) ?? '';
  return /(?:^|[_.-])(?:logo|placeholder|default|blank|spacer|no-?image|favicon)(?:$|[_.\d-])/i.test(file);
}
