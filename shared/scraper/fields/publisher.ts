import { textsOf } from '../jsonld/values.ts';
import type { Page } from '../markup/page.ts';
import type { Element } from '../markup/dom.ts';
import { isWithin, labelOf, textOf } from '../markup/text.ts';
import { clean } from '../text/clean.ts';
import { firstOf, markup, meta, structured, type Chain, type Extractor } from './chain.ts';
import { titleParts } from './title.ts';

const LONGEST = 80;
const FIRST_IMAGES = 50;

const site: Extractor = {
  name: 'JSON-LD site or organisation',
  from: 'jsonld',
  find: ({ data }) => data.sites.flatMap(node => textsOf(node.name, data.graph)),
};

/** The last part of the document's title where the rest is the title that other sources give. */
const titleEnding = markup('ending of title', page => {
  const titles = [
    ...page.metas('og:title', 'twitter:title'),
    ...page
      .querySelectorAll('h1')
      .slice(0, 5)
      .map(h1 => textOf(h1)),
  ].map(clean);
  return page
    .querySelectorAll(':not(svg) > title')
    .slice(0, 1)
    .map(element => clean(textOf(element)))
    .map(title => ({ title, parts: titleParts(title) }))
    .filter(
      ({ title, parts }) =>
        parts.length > 1 && titles.some(given => given !== '' && title !== given && title.startsWith(given)),
    )
    .map(({ parts }) => parts.at(-1));
});

const isLogo = (element: Element): boolean => /(?:^|[\s_-])(?:logo|brand)/i.test(labelOf(element));

/** What the picture in the page's corner is called. */
const logo = markup('logo', page =>
  page
    .querySelectorAll('img')
    .slice(0, FIRST_IMAGES)
    .filter(image => isWithin(image, isLogo))
    .map(image => image.getAttribute('alt')?.replace(/\s+(?:logo|home ?page|home)$/i, '')),
);

const PUBLISHER: Chain = [
  structured('publisher'),
  meta('opengraph', 'og:site_name'),
  site,
  meta('html', 'application-name', 'apple-mobile-web-app-title', 'al:ios:app_name', 'al:android:app_name'),
  meta('html', 'publisher', 'dc.publisher', 'dcterms.publisher', 'citation_publisher', 'article:publisher'),
  meta('twitter', 'twitter:app:name:iphone', 'twitter:app:name:ipad', 'twitter:app:name:googleplay'),
  titleEnding,
  logo,
];

/** The name of the site or house that publishes the page. */
export function publisherOf(page: Page): string | undefined {
  return firstOf(page, PUBLISHER, text => {
    const name = clean(text).replace(/^@/, '');
    return name.length <= LONGEST && /[\p{L}\p{N}]/u.test(name) && !/^https?:/i.test(name) ? name : undefined;
  })?.value;
}
