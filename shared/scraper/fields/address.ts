import type { Page } from '../markup/page.ts';
import { findFirst, markup, meta, type Chain } from './chain.ts';

const canonicalLink = markup('link canonical', page =>
  page.canonicalLinks.map(link => link.getAttribute('href')),
);

const ADDRESS: Chain = [meta('opengraph', 'og:url'), canonicalLink, meta('twitter', 'twitter:url')];

/** The permanent address that the page states, or the address it was fetched from. */
export function findAddress(page: Page): string {
  return findFirst(page, ADDRESS, text => plausibleAddress(page, text))?.value ?? page.url;
}

/** The address in `<link rel=canonical>`. */
export function findCanonical(page: Page): string | undefined {
  return findFirst(page, [canonicalLink], text => page.absolute(text))?.value;
}

/** Ignores a stated front page on other pages: some sites state it on every page. */
function plausibleAddress(page: Page, text: string): string | undefined {
  const address = page.absolute(text);
  const isFront = (url: string): boolean => new URL(url).pathname === '/' && new URL(url).search === '';
  return address !== undefined && isFront(address) && !isFront(page.url) ? undefined : address;
}
