import type { Node } from 'prosemirror-model';
import type { OpenBody, Source } from './open.ts';
import { patch } from './patch.ts';
import { schema } from './schema.ts';
import { writeNode } from './write.ts';

const { picture } = schema.nodes;

/** Writes a body after edits: what wasn’t edited is its source, byte for byte, and an edited block differs from it as little as possible. */
export function saveBody(body: OpenBody, doc: Node): string {
  return doc.eq(body.doc) ? body.html : new Writer(body).writeAll(doc) + body.rest;
}

/**
 * The shortcodes of pictures, which are written as wholes: a patch takes `"` and `&quot;` for the same, but only one of them ends a value.
 */
function listShortcodes(node: Node): string {
  let shortcodes = '';
  node.descendants(({ type, attrs }) => {
    if (type === picture) shortcodes += String(attrs.shortcode);
  });
  return shortcodes;
}

class Writer {
  readonly #body: OpenBody;
  /** Pieces that were written: an editor that splits a block gives both parts its number. */
  readonly #written = new Set<Source>();

  constructor(body: OpenBody) {
    this.#body = body;
  }

  writeAll(parent: Node): string {
    return parent.children.map((node, index) => this.#write(node, index)).join('');
  }

  #write(node: Node, index: number): string {
    const source = this.#body.sources[Number(node.attrs.piece)];
    if (source?.node.type !== node.type)
      return this.#separate(node, index) + writeNode(node, this.#body.style);
    const isAgain = this.#written.has(source);
    this.#written.add(source);
    const before = isAgain && source.before === '' ? this.#separate(node, index) : source.before;
    return before + this.#writeContent(node, source) + source.after;
  }

  #writeContent(node: Node, { html, node: was, wrapper }: Source): string {
    if (node.eq(was)) return html;
    if (wrapper) return wrapper.start + this.writeAll(node) + wrapper.rest + wrapper.end;
    const { style } = this.#body;
    const written = writeNode(node, style);
    if (listShortcodes(node) !== listShortcodes(was)) return written;
    return patch(html, writeNode(was, style), written) ?? written;
  }

  /** Text that stands in no paragraph is told from other such text by an empty line. */
  #separate(node: Node, index: number): string {
    if (index === 0) return '';
    return node.type.name === 'loose' ? '\n\n' : '\n';
  }
}
