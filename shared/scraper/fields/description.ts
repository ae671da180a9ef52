import type { Page } from '../markup/page.ts';
import { clean, shortenText, withoutTags } from '../text/clean.ts';
import { firstOf, itemProperty, meta, structured, type Chain } from './chain.ts';

const MAX_LENGTH = 1_000;
const MAX_BODY_LENGTH = 300;

const DESCRIPTION: Chain = [
  meta('opengraph', 'og:description'),
  meta('twitter', 'twitter:description'),
  meta('html', 'description'),
  structured('description'),
  itemProperty('description'),
  meta('html', 'dc.description', 'dcterms.description', 'sailthru.description', 'parsely-summary'),
];

/** The page's stated description, or the beginning of its text. */
export function descriptionOf(page: Page, body: string): string {
  const stated = firstOf(page, DESCRIPTION, text => shortenText(clean(withoutTags(text)), MAX_LENGTH));
  return stated?.value ?? shortenText(clean(body), MAX_BODY_LENGTH);
}
