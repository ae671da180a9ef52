import { readFileSync } from 'node:fs';
import { parseDocument, DomUtils } from 'htmlparser2';

/** A post or page of an export, read without the parser and the mapping of the importer. */
export interface ExportedItem {
  id: number;
  type: string;
  status: string;
  title: string;
  slug: string;
  password: string;
  creator: string;
  sticky: boolean;
  /** Unix seconds of `wp:post_date_gmt`; NaN when there is none. */
  ts: number;
  /** Nicenames. */
  categories: string[];
  /** Names as readers see them. */
  tags: string[];
}

type Node = ReturnType<typeof DomUtils.getElementsByTagName>[number];

export function exportedItems(file: string): ExportedItem[] {
  const document = parseDocument(readFileSync(file, 'utf8'), { xmlMode: true });
  return DomUtils.getElementsByTagName('item', document)
    .map(readItem)
    .filter(({ type }) => type === 'post' || type === 'page');
}

function readItem(element: Node): ExportedItem {
  const text = (name: string): string => {
    const [child] = DomUtils.getElementsByTagName(name, element);
    return child === undefined ? '' : DomUtils.textContent(child).trim();
  };
  const terms = DomUtils.getElementsByTagName('category', element);
  const inDomain = (domain: string) => terms.filter(term => term.attribs.domain === domain);
  return {
    id: Number(text('wp:post_id')),
    type: text('wp:post_type'),
    status: text('wp:status'),
    title: text('title'),
    slug: text('wp:post_name'),
    password: text('wp:post_password'),
    creator: text('dc:creator').replace(/\W/g, ''),
    sticky: text('wp:is_sticky') === '1',
    ts: Date.parse(`${text('wp:post_date_gmt').replace(' ', 'T')}Z`) / 1000,
    categories: [...new Set(inDomain('category').map(term => term.attribs.nicename ?? ''))],
    tags: [...new Set(inDomain('post_tag').map(term => DomUtils.textContent(term).trim()))],
  };
}

/** True for an item that every visitor of the WordPress site could read. */
export function isPublic({ status, password }: ExportedItem): boolean {
  return status === 'publish' && password === '';
}
