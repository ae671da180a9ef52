const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeXml = (text: string) =>
  text.replace(/[&<>"\x00-\x1f]/g, char => ENTITIES[char] ?? `&#x${char.charCodeAt(0).toString(16)};`);

/** What an element holds: text, child elements by name, or, for a name that repeats, a list of either. */
export type XmlContent =
  | string
  | number
  | boolean
  | XmlContent[]
  | { [name: string]: XmlContent | undefined };

const element = (name: string, content: XmlContent): string =>
  Array.isArray(content)
    ? content.map(each => element(name, each)).join('')
    : `<${name}>${render(content)}</${name}>`;

function render(content: XmlContent): string {
  if (typeof content !== 'object') return escapeXml(String(content));
  return Object.entries(content)
    .map(([name, child]) => (child === undefined ? '' : element(name, child)))
    .join('');
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A response document in S3's namespace. */
export const xmlDocument = (root: string, content: XmlContent) =>
  `${DECLARATION}<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${render(content)}</${root}>`;

/** A response document without a namespace, as errors are. */
export const xmlPlain = (root: string, content: XmlContent) => DECLARATION + element(root, content);
