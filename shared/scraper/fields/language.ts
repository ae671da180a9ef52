import type { Page } from '../markup/page.ts';
import { firstOf, markup, meta, structured, type Chain } from './chain.ts';

const LANGUAGE: Chain = [
  markup('html lang', page =>
    page.querySelectorAll('html').map(html => html.getAttribute('lang') ?? html.getAttribute('xml:lang')),
  ),
  meta('opengraph', 'og:locale'),
  structured('inLanguage'),
  meta('html', 'inlanguage', 'language', 'dc.language', 'dcterms.language'),
  markup('content-language', page =>
    page
      .querySelectorAll('meta[http-equiv="content-language" i]')
      .map(element => element.getAttribute('content')),
  ),
];

/** The page's language as a BCP 47 tag, for example `en-US`. */
export function localeOf(page: Page): string | undefined {
  return firstOf(page, LANGUAGE, text => {
    const tag = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i.exec(text.split(/[,;]/)[0]?.trim() ?? '')?.[0];
    try {
      return tag === undefined ? undefined : new Intl.Locale(tag.replaceAll('_', '-')).toString();
    } catch {
      return undefined;
    }
  })?.value;
}
