import type { Page } from '../markup/page.ts';
import { firstOf, markup, meta, type Chain } from './chain.ts';

const canonicalLink = markup('link canonical', page =>
  page.canonicalLinks.map(link => link.getAttribute('href')),
);

const ADDRESS: Chain = [meta('opengraph', 'og:url'), canonicalLink, meta('twitter', 'twitter:url')];

/** The page's permanent address as it states it; the address where it was found when it states none. */
export function addressOf(page: Page): string {
  return firstOf(page, ADDRESS, text => meant(page, text))?.value ?? page.url;
}

/** What `<link rel=canonical>` says. */
export function canonicalOf(page: Page): string | undefined {
  return firstOf(page, [canonicalLink], text => page.absolute(text))?.value;
}

/** A site that states its front page on every page doesn't mean it. */
function meant(page: Page, text: string): string | undefined {
  const address = page.absolute(text);
  const isFront = (url: string): boolean => new URL(url).pathname === '/' && new URL(url).search === '';
  return address !== undefined && isFront(address) && !isFront(page.url) ? undefined : address;
}
