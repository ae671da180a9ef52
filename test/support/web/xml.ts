import { SaxesParser } from 'saxes';

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  /** The text of the element without that of its children. */
  text: string;
}

/** Reads a document strictly. @throws Error when it is not well-formed */
export function parseXml(xml: string): XmlNode {
  const document: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.values(attributes).map((attribute: any) => [attribute.name, attribute.value]);
    const node: XmlNode = { name, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => void open.pop());
  for (const event of ['text', 'cdata'] as const) parser.on(event, text => void (open.at(-1)!.text += text));
  parser.write(xml).close();
  return document.children[0]!;
}

/** The texts of all elements of this name, in order. */
export function listTexts(node: XmlNode, name: string): string[] {
  return [
    ...(node.name === name ? [node.text] : []),
    ...node.children.flatMap(child => listTexts(child, name)),
  ];
}

/** The attributes of all elements of this name, in order. */
export function listAttributes(node: XmlNode, name: string): Record<string, string>[] {
  return [
    ...(node.name === name ? [node.attributes] : []),
    ...node.children.flatMap(child => listAttributes(child, name)),
  ];
}
