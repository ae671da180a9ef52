import type { Node, NodeType } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { schema, type Attributes } from '../body/schema.ts';

const { paragraph, loose, heading, preformatted, quote, list, caption, definitions, table } = schema.nodes;
const BLOCKS = new Set<NodeType>([
  ...[paragraph, loose, heading, preformatted, quote, list, caption, definitions, table],
]);

const key = new PluginKey<DecorationSet>('directions');

/**
 * Shows each block in the direction of its first letter, or in that which its source states, as readers see it. What is within a block has
 * none of its own: browsers pass over it when they look for that letter. Decorations are in no copied and in no saved text.
 */
export function showDirections(): Plugin<DecorationSet> {
  return new Plugin({
    key,
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: ({ docChanged, doc }, last) => (docChanged ? decorate(doc) : last),
    },
    props: { decorations: state => key.getState(state) },
  });
}

function decorate(doc: Node): DecorationSet {
  return DecorationSet.create(
    doc,
    findDirections(doc).map(({ from, to, dir }) => Decoration.node(from, to, { dir })),
  );
}

/** The outermost blocks of a text with their directions. */
export function findDirections(doc: Node): { from: number; to: number; dir: string }[] {
  const found: ReturnType<typeof findDirections> = [];
  doc.descendants((node, at) => {
    if (!BLOCKS.has(node.type)) return true;
    found.push({ from: at, to: at + node.nodeSize, dir: readDirection(node) });
    return false;
  });
  return found;
}

function readDirection({ attrs }: Node): string {
  const stated = ((attrs.attributes ?? []) as Attributes).find(([name]) => name === 'dir');
  return stated?.[1] ?? 'auto';
}
