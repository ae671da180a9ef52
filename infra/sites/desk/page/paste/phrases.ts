import { escapeHtml } from '../../../../../shared/platform/text/html.ts';

/** What marks up words: a name, of a link with its address, as its start tag has it. */
export type Phrase = string;

/** The elements that are kept, and what others become: of those that readers get (shared/posts/rendering/allowed-html.ts), the ones with a meaning. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', cite: 'em', code: 'code', kbd: 'code', tt: 'code' },
  ...{ s: 's', strike: 's', del: 's', ins: 'ins', u: 'u', mark: 'mark', small: 'small', q: 'q' },
  ...{ sub: 'sub', sup: 'sup', dfn: 'dfn', samp: 'samp', var: 'var' },
};

export const wrap = (phrase: Phrase, html: string): string =>
  `<${phrase}>${html}</${phrase.split(' ', 1).join('')}>`;

/** The text with phrases around it, given from outside in. */
export function wrapIn(phrases: readonly Phrase[], html: string): string {
  return phrases.reduceRight((inner, phrase) => wrap(phrase, inner), html);
}

/** The phrases of an element from outside in, also those that Google Docs writes as styles. */
export function listPhrases(element: Element): Phrase[] {
  const name = element.localName.toLowerCase();
  const style = element.getAttribute('style') ?? '';
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
  const isNormal = weight !== undefined && (weight === 'normal' || Number(weight) < 600);
  const phrase = PHRASES[name];
  const link = name === 'a' ? cleanLink(element.getAttribute('href') ?? '') : undefined;
  const found = [
    ...(/vertical-align:\s*sub(?!\w)/i.test(style) ? ['sub'] : []),
    ...(/vertical-align:\s*super/i.test(style) ? ['sup'] : []),
    ...(/text-decoration[^;]*:\s*[^;]*underline/i.test(style) ? ['u'] : []),
    ...(/text-decoration[^;]*:\s*[^;]*line-through/i.test(style) ? ['s'] : []),
    ...(/font-style:\s*italic/i.test(style) ? ['em'] : []),
    ...(weight === 'bold' || Number(weight) >= 600 ? ['strong'] : []),
    ...(phrase !== undefined && !(phrase === 'strong' && isNormal) ? [phrase] : []),
    ...(link === undefined ? [] : [`a href="${escapeHtml(link)}"`]),
  ];
  return [...new Set(found)].filter(one => one !== 'u' || !isLinked(element));
}

/** Whether an element is a link, or all its text is one: that links are underlined goes without saying. */
function isLinked(element: Element): boolean {
  if (element.closest('a[href]')) return true;
  const linked = [...element.querySelectorAll('a[href]')].map(({ textContent }) => textContent).join('');
  return linked !== '' && linked.trim() === element.textContent.trim();
}

/** Google leads its links through a page of its own. */
function cleanLink(href: string): string | undefined {
  if (!/^(?:https?|mailto|tel):/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  const target =
    url.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null;
  return target !== null && /^https?:/i.test(target) ? target : href;
}
