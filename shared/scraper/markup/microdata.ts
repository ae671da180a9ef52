import { clean } from '../text/clean.ts';
import type { Element } from './dom.ts';
import type { Page } from './page.ts';
import { readText } from './text.ts';

const ATTRIBUTES = ['content', 'datetime', 'href', 'src', 'data'];

/** The values of a microdata property in the page's own article. */
export function microdata(page: Page, property: string): string[] {
  return findProperties(page, property).map(readValue);
}

/** The names in a microdata property: the `name` of a nested item, else the text. */
export function microdataNames(page: Page, property: string): string[] {
  return findProperties(page, property).map(element => {
    const name = element.querySelector('[itemprop="name"]');
    return name === null ? clean(element.getAttribute('content') ?? readText(element)) : readValue(name);
  });
}

function findProperties(page: Page, property: string): Element[] {
  return page.articleElements(`[itemprop~="${property}"]`);
}

function readValue(element: Element): string {
  const stated = ATTRIBUTES.map(name => element.getAttribute(name)).find(value => value !== null);
  const inFull = element.localName === 'abbr' ? element.getAttribute('title') : undefined;
  return clean(stated ?? inFull ?? readText(element));
}
