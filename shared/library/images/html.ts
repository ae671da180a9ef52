import { escapeHtml } from '../../platform/text/html.ts';
import { shownThumbnails } from './urls.ts';
import type { ImageRecord } from './record.ts';

/** The widths of the uncropped picture in `srcset`. */
const WIDTHS = [210, 300, 600, 980];

/** The image as HTML: an `<img>`, inside a link when the image has one. */
export function imageHtml(image: ImageRecord): string {
  const urls = shownThumbnails(image);
  const sources = WIDTHS.flatMap(width => {
    const url = urls[`${width}x`];
    return url === undefined || (width > image.width && width !== WIDTHS[0])
      ? []
      : [`${url} ${Math.min(width, image.width)}w`];
  });
  const attributes = {
    src: urls['980x'] ?? urls.origin ?? '',
    srcset: sources.join(', '),
    sizes: '(max-width: 980px) 100vw, 980px',
    width: String(image.width),
    height: String(image.height),
    alt: image.alt,
    'data-shortcode-id': image.shortcode_id,
  };
  const img = `<img ${writeAttributes(attributes)}>`;
  if (image.link_url === '') return img;
  const link = {
    href: image.link_url,
    ...(image.title !== '' && { title: image.title }),
    ...(image.link_target && { target: '_blank', rel: 'noopener' }),
  };
  return `<a ${writeAttributes(link)}>${img}</a>`;
}

function writeAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');
}
