import { clean } from '../text/clean.ts';
import type { Page } from './page.ts';
import { descendants, firstOnes, textOf, type Element } from './tree.ts';

const ATTRIBUTES = ['content', 'datetime', 'href', 'src', 'data'];

/** The first values of a microdata property of the page's own article. */
export const microdata = (page: Page, property: string): string[] =>
  propertiesOf(page, property).map(valueOf);

/** The first names that a property holds: of a nested item its `name`, else the text. */
export const microdataNames = (page: Page, property: string): string[] =>
  propertiesOf(page, property).map(element => {
    const [name] = firstOnes(descendants(element), ({ attributes }) => attributes.itemprop === 'name', 1);
    return name === undefined ? clean(element.attributes.content ?? textOf(element)) : valueOf(name);
  });

const propertiesOf = (page: Page, property: string): Element[] =>
  firstOnes(page.withProperty(property), element => !page.isPeripheral(element));

function valueOf(element: Element): string {
  const stated = ATTRIBUTES.map(name => element.attributes[name]).find(value => value !== undefined);
  const inFull = element.name === 'abbr' ? element.attributes.title : undefined;
  return clean(stated ?? inFull ?? textOf(element));
}
