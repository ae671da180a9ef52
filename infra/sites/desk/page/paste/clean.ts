import { escapeHtml } from '../../../../../shared/platform/text/html.ts';
import { isPictureShortcode, SHORTCODE } from '../body/shortcodes.ts';
import { listPhrases, wrap, wrapIn, type Phrase } from './phrases.ts';
import { joinWordLists } from './word-lists.ts';

const list = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** What is left out with its content. */
const DROPPED = list(
  'script style title meta link xml head template object embed iframe noscript svg math form input button select textarea canvas video audio',
);
/** The elements that are kept, and what others become. */
const BLOCKS: Readonly<Record<string, string>> = {
  ...{
    p: 'p',
    h1: 'h2',
    h2: 'h2',
    h3: 'h3',
    h4: 'h4',
    h5: 'h4',
    h6: 'h4',
    pre: 'pre',
    blockquote: 'blockquote',
    hr: 'hr',
  },
  ...{ ul: 'ul', ol: 'ol', li: 'li', table: 'table', tr: 'tr', td: 'td', th: 'th' },
};
/** Elements that are blocks without being kept: what they contain is separated from what is around them. */
const SEPARATING = list(
  'div section article main header footer aside nav figure figcaption dl dt dd address center details summary tbody thead tfoot caption body html',
);

/**
 * Cleans what is pasted from other programs: of Word, Google Docs and pages, what means something stays, as people would write it here. No attribute
 * stays but addresses of links and pictures, spans of cells and the first number of a list.
 */
export function cleanPasted(root: Element): string {
  joinWordLists(root);
  return new Cleaner().clean(root);
}

class Cleaner {
  #html = '';
  /** The open paragraph of text that stood in none, and the phrases in it. */
  #run = '';
  /** The phrases that contain whole blocks, from outside in. */
  #around: readonly Phrase[];

  constructor(around: readonly Phrase[] = []) {
    this.#around = around;
  }

  clean(root: Element): string {
    this.#visitBlocks(root);
    this.#endRun();
    return this.#html;
  }

  #visitBlocks(parent: Element): void {
    for (const node of parent.childNodes) {
      const element = isElement(node) ? node : undefined;
      if (!element || !holdsBlock(element)) this.#run += cleanInline(node);
      else {
        this.#endRun();
        this.#addBlock(element);
      }
    }
  }

  #addBlock(element: Element): void {
    const name = nameElement(element);
    const kept = BLOCKS[name];
    if (kept === undefined) this.#visitWithin(element, name);
    else if (kept === 'hr') this.#html += '<hr>';
    else if (kept === 'pre') this.#html += wrap('pre', wrapIn(this.#around, escapeHtml(element.textContent)));
    else if (kept === 'p' || kept.startsWith('h'))
      this.#html += wrapText(kept, cleanChildren(element), this.#around);
    else this.#html += cleanContainer(element, kept, this.#around);
  }

  /** Blocks within an element that isn't kept; what it emphasizes or links stays so. */
  #visitWithin(element: Element, name: string): void {
    const around = this.#around;
    if (!SEPARATING.has(name)) this.#around = [...around, ...listPhrases(element)];
    this.#visitBlocks(element);
    this.#endRun();
    this.#around = around;
  }

  /** Text that stands in no paragraph makes one. A double line break separates two. */
  #endRun(): void {
    for (const part of this.#run.split(/(?:<br>\s*){2,}/)) this.#html += wrapText('p', part, this.#around);
    this.#run = '';
  }
}

function cleanContainer(element: Element, name: string, around: readonly Phrase[]): string {
  if (name === 'table' || name === 'tr') {
    const parts = name === 'table' ? [...element.querySelectorAll('tr')] : [...element.children];
    const html = parts.map(part => cleanContainer(part, BLOCKS[nameElement(part)] ?? 'td', around)).join('');
    return html === '' ? '' : `<${name}>${html}</${name}>`;
  }
  if (name === 'ul' || name === 'ol') return cleanList(element, name, around);
  const inner = new Cleaner(around).clean(element);
  const isPlain =
    (name === 'li' || name === 'td' || name === 'th') &&
    /^<p>(?:(?!<p>)[^])*<\/p>(?:<[uo]l[ >][^]*)?$/.test(inner);
  const content = isPlain ? inner.replace(/^<p>([^]*?)<\/p>/, '$1') : inner;
  return content === '' && name !== 'td' && name !== 'th'
    ? ''
    : `<${name}${writeSpans(element)}>${content}</${name}>`;
}

/** Google Docs puts an inner list beside the items: it belongs to the item before it. */
function cleanList(element: Element, name: string, around: readonly Phrase[]): string {
  const items: string[] = [];
  for (const child of element.children) {
    const childName = nameElement(child);
    const html = cleanContainer(child, childName === 'ul' || childName === 'ol' ? childName : 'li', around);
    const last = items.at(-1);
    if (childName !== 'li' && last !== undefined && /^<[uo]l[ >]/.test(html))
      items[items.length - 1] = last.replace(/<\/li>$/, `${html}</li>`);
    else items.push(html);
  }
  const html = items.join('');
  return html === '' ? '' : `<${name}${writeStart(element, name)}>${html}</${name}>`;
}

/** A list that goes on counting behind a paragraph. */
function writeStart(element: Element, name: string): string {
  const start = name === 'ol' ? Number(element.getAttribute('start') ?? 1) : 1;
  return Number.isSafeInteger(start) && start !== 1 ? ` start="${start}"` : '';
}

/** A block of text, unless it is empty. A heading is strong anyway. */
function wrapText(name: string, html: string, around: readonly Phrase[]): string {
  const trimmed = html.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, '');
  if (!/[^\s\u00a0]/.test(trimmed.replaceAll('&nbsp;', ' ').replace(/<(?!img)[^>]*>/g, ''))) return '';
  const phrases = around.filter(phrase => phrase !== 'strong' || !name.startsWith('h'));
  return wrap(name, wrapIn(phrases, trimmed));
}

const cleanChildren = (element: Element): string => [...element.childNodes].map(cleanInline).join('');

function cleanInline(node: Node): string {
  if (node.nodeType === 3) return escapeHtml((node.nodeValue ?? '').replace(/[ \t\r\n\f]+/g, ' '));
  if (!isElement(node)) return '';
  const name = nameElement(node);
  if (DROPPED.has(name)) return '';
  if (name === 'br') return '<br>';
  if (name === 'img') return cleanPicture(node);
  if (name === SHORTCODE) return cleanShortcode(node);
  const inner = cleanChildren(node);
  if (inner.trim() === '') return inner;
  return wrapIn(listPhrases(node), inner);
}

function cleanPicture(element: Element): string {
  const source = element.getAttribute('src') ?? '';
  if (!/^https?:/i.test(source)) return '';
  return `<img src="${escapeHtml(source)}" alt="${escapeHtml(element.getAttribute('alt') ?? '')}">`;
}

/** A picture that was copied from another story. */
function cleanShortcode(element: Element): string {
  const source = element.getAttribute('source') ?? '';
  const text = escapeHtml(source);
  return isPictureShortcode(source) ? `<${SHORTCODE} source="${text}">${text}</${SHORTCODE}>` : '';
}

function writeSpans(element: Element): string {
  const write = (name: string): string => {
    const span = Number(element.getAttribute(name));
    return span > 1 && span <= 100 ? ` ${name}="${Math.floor(span)}"` : '';
  };
  return write('colspan') + write('rowspan');
}

/** Word writes elements of its own, such as `o:p`, which mean nothing. */
const nameElement = (element: Element): string => element.localName.toLowerCase();

const isElement = (node: Node): node is Element => node.nodeType === 1;

function isBlock(element: Element): boolean {
  const name = nameElement(element);
  return name in BLOCKS || SEPARATING.has(name);
}

/** Google Docs puts a whole text into one phrase. */
function holdsBlock(element: Element): boolean {
  return isBlock(element) || [...element.querySelectorAll('*')].some(isBlock);
}
