import type { Page } from '../markup/page.ts';
import type { Element } from '../markup/dom.ts';

/** Larger icons are for apps and slow to load. */
const MAX_WANTED = 192;
const MAX_COUNT = 100;
const ICON = /(?:^|\s)(?:icon|apple-touch-icon(?:-precomposed)?)(?:$|\s)/i;

/** The address of the site's largest small icon; `/favicon.ico` when the page names none. */
export function faviconOf(page: Page): string {
  const icons = page
    .links(ICON)
    .slice(0, MAX_COUNT)
    .map(link => ({ url: page.absolute(link.getAttribute('href')), worth: worthOf(link) }))
    .sort((one, other) => other.worth - one.worth);
  const best = icons.find(({ url }) => url !== undefined)?.url;
  return best ?? new URL('/favicon.ico', page.url).href;
}

function worthOf(link: Element): number {
  const side = sideOf(link);
  return side > MAX_WANTED ? MAX_WANTED / side : side;
}

/** Width in pixels, as stated or as usual for the kind of icon. */
function sideOf(link: Element): number {
  const [sizes = '', type = '', href = '', rel = ''] = ['sizes', 'type', 'href', 'rel'].map(
    name => link.getAttribute(name) ?? '',
  );
  if (/svg/i.test(type) || /\.svg(?:$|\?)/i.test(href)) return MAX_WANTED;
  const stated = [...sizes.matchAll(/(\d{1,4})x\d{1,4}/gi)].map(([, width]) => Number(width));
  if (stated.length > 0) return Math.max(...stated);
  return /apple/i.test(rel) ? 180 : 16;
}
