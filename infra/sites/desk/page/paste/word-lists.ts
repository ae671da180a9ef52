/** What Word writes into the style of a paragraph that is an item of a list. */
const LEVEL = /mso-list:\s*\S+\s+level(\d+)/i;
const NUMBER = /^\s*(?:\(?[0-9]{1,3}|\(?[a-zA-Z]{1,4})[.)]/;

/** Word writes lists as paragraphs, with the bullet or number as text. This makes lists of them. */
export function joinWordLists(root: Element): void {
  const open: { list: Element; level: number }[] = [];
  for (const paragraph of [...root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const level = readLevel(paragraph);
    const previous = open.at(-1);
    if (level === undefined || (previous && !isBehind(paragraph, open[0]?.list))) open.length = 0;
    if (level !== undefined) addItem(paragraph, level, open);
  }
}

function readLevel(paragraph: Element): number | undefined {
  const level = LEVEL.exec(paragraph.getAttribute('style') ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Whether nothing but whitespace is between a list and a paragraph. */
function isBehind(paragraph: Element, list: Element | undefined): boolean {
  return list !== undefined && paragraph.previousElementSibling === list;
}

function addItem(paragraph: Element, level: number, open: { list: Element; level: number }[]): void {
  const document = paragraph.ownerDocument;
  const marker = [...paragraph.querySelectorAll('span')].find(span =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const text = marker?.textContent ?? '';
  const tag = NUMBER.test(text) ? 'ol' : 'ul';
  marker?.remove();
  while ((open.at(-1)?.level ?? 0) > level) open.pop();
  if (open.at(-1)?.level !== level) {
    const list = document.createElement(tag);
    const start = /^\s*(\d+)/.exec(text)?.[1];
    if (start !== undefined) list.setAttribute('start', start);
    const outer = open.at(-1)?.list.lastElementChild;
    if (outer) outer.append(list);
    else paragraph.before(list);
    open.push({ list, level });
  }
  const item = document.createElement('li');
  item.append(...paragraph.childNodes);
  open.at(-1)?.list.append(item);
  paragraph.remove();
}
