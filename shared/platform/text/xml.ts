/** Writes XML of texts that are clean (platform/values/clean.ts): XML forbids some characters even when they are escaped. */

type Attributes = Readonly<Record<string, string | number>>;

/** A parser reads a bare CR as LF, and in attributes every white space as a blank. */
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Writes an element with a text. */
export function xmlElement(name: string, text: string, attributes: Attributes = {}): string {
  return write(name, text.replace(/[&<>\r]/g, escapeCharacter), attributes);
}

/** Writes an element with HTML as its text, in a CDATA section: escaped, HTML would be several times as long at worst. */
export function xmlHtml(name: string, html: string, attributes: Attributes = {}): string {
  const lines = html.replace(/\r\n?/g, '\n');
  return write(name, `<![CDATA[${lines.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`, attributes);
}

/** Writes an element with elements. */
export function xmlParent(name: string, children: readonly string[], attributes: Attributes = {}): string {
  return write(name, `\n${children.join('\n')}\n`, attributes);
}

function write(name: string, content: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${String(value).replace(/[&<>"\t\n\r]/g, escapeCharacter)}"`,
  );
  const start = `<${name}${written.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

function escapeCharacter(character: string): string {
  return ESCAPES[character] ?? character;
}
