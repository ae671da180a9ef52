const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string) {
  return text.replace(/[&<>"\x00-\x1f]/g, char => ENTITIES[char] ?? `&#x${char.charCodeAt(0).toString(16)};`);
}

/** The content of an element: text, child elements by name, or a list of either for a repeated name. */
export type XmlContent =
  | string
  | number
  | boolean
  | XmlContent[]
  | { [name: string]: XmlContent | undefined };

function element(name: string, content: XmlContent): string {
  return Array.isArray(content)
    ? content.map(each => element(name, each)).join('')
    : `<${name}>${render(content)}</${name}>`;
}

function render(content: XmlContent): string {
  if (typeof content !== 'object') return escapeXml(String(content));
  return Object.entries(content)
    .map(([name, child]) => (child === undefined ? '' : element(name, child)))
    .join('');
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A response document in S3's namespace. */
export function xmlDocument(root: string, content: XmlContent) {
  return `${DECLARATION}<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${render(content)}</${root}>`;
}

/** A response document without a namespace, as for errors. */
export function xmlPlain(root: string, content: XmlContent) {
  return DECLARATION + element(root, content);
}
