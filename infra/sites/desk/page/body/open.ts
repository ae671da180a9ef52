import { Fragment, type Node, type NodeType } from 'prosemirror-model';
import type { Piece } from './cut.ts';
import { WRAPPER } from './elements.ts';
import { hasSameNodes, parseClosed, parseFragment } from './fragment.ts';
import { cutSoundly, type SoundPiece } from './pieces.ts';
import { represent } from './represent.ts';
import { readOrigin, schema } from './schema.ts';
import { Tags } from './tags.ts';
import { detectStyle, type Style } from './write.ts';

/** A piece of the source that a node shows. */
export interface Source {
  html: string;
  /** As it was when the body was opened. */
  node: Node;
  /** Whitespace and comments around it; comments of WordPress travel with their block. */
  before: string;
  after: string;
  /** Of a wrapper: its tags, and what stands before its end tag. */
  wrapper?: { start: string; rest: string; end: string };
}

/** A body that an editor shows. A node’s attribute `piece` is its number in `sources`; 0 has none. */
export interface OpenBody {
  html: string;
  doc: Node;
  sources: readonly (Source | undefined)[];
  /** What stands behind the last piece. */
  rest: string;
  style: Style;
}

/** Wrappers within wrappers; what is deeper can’t be edited. */
const MAX_DEPTH = 30;

const { wrapper, quote, list, item } = schema.nodes;

/** Wrappers, among them lists: comments may stand between their items. */
const WRAPPERS: ReadonlyMap<string, NodeType> = new Map([
  ...[...WRAPPER].map(name => [name, wrapper] as const),
  ...([
    ['blockquote', quote],
    ['ul', list],
    ['ol', list],
    ['li', item],
  ] as const),
]);

/**
 * Opens a body such that saving it without an edit writes the same bytes.
 * @param known the sources of the bodies that the same editor showed before: undoing may bring their nodes back, so numbers aren't used again
 */
export function openBody(html: string, known: readonly (Source | undefined)[] = [undefined]): OpenBody {
  const style = detectStyle(html);
  const opener = new Opener(style, known);
  const { nodes, rest } = opener.open(html);
  const doc = schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]);
  return { html, doc, sources: opener.sources, rest, style };
}

/** `parent` is absent at the top level. */
interface Place {
  depth: number;
  parent: NodeType | undefined;
}

class Opener {
  readonly sources: (Source | undefined)[];
  readonly #style: Style;

  constructor(style: Style, known: readonly (Source | undefined)[]) {
    this.#style = style;
    this.sources = [...known];
  }

  open(html: string, depth = 0, parent?: NodeType): { nodes: Node[]; rest: string } {
    const nodes: Node[] = [];
    let before = '';
    let last: Source | undefined;
    for (const piece of cutSoundly(html).flatMap(splitLines)) {
      if (piece.kind === 'space') before += piece.source;
      else if (piece.kind === 'comment') {
        before += piece.source;
        if (!last || !/^\s*<!--\s*\/wp:[^>]*>$/.test(before)) continue;
        last.after += before;
        before = '';
      } else {
        last = this.#add(piece, before, { depth, parent });
        nodes.push(last.node);
        before = '';
      }
    }
    return { nodes, rest: before };
  }

  #add(piece: SoundPiece, before: string, place: Place): Source {
    const number = this.sources.push(undefined) - 1;
    const shown = piece.isJoined
      ? undefined
      : (this.#wrap(piece, place) ?? { node: represent(piece, this.#style) });
    const node = shown?.node ?? schema.node('opaque', { source: piece.source });
    const numbered = node.type.create({ ...node.attrs, piece: number }, node.content, node.marks);
    const source = { ...shown, html: piece.source, node: numbered, before, after: '' };
    this.sources[number] = source;
    return source;
  }

  /** A wrapper keeps its tags; what it contains is opened as the top level is. */
  #wrap({ kind, source }: Piece, { depth, parent }: Place): Pick<Source, 'node' | 'wrapper'> | undefined {
    const { childNodes, firstElementChild: element } = parseFragment(source);
    if (kind !== 'element' || childNodes.length !== 1 || !element) return undefined;
    const type = WRAPPERS.get(element.localName);
    const start = source.slice(0, new Tags(source).next(0)?.end);
    const end = new RegExp(`</${element.localName}\\s*>$`, 'i').exec(source)?.[0];
    if (!type || end === undefined || depth >= MAX_DEPTH) return undefined;
    if (type === item && parent !== list) return undefined;
    const inner = source.slice(start.length, source.length - end.length);
    if (!hasSameNodes([...parseFragment(inner).childNodes], [...element.childNodes])) return undefined;
    const { nodes, rest } = this.open(inner, depth + 1, type);
    if (!type.validContent(Fragment.from(nodes))) return undefined;
    return { node: type.create({ ...readOrigin(element) }, nodes), wrapper: { start, rest, end } };
  }
}

const EMPTY_LINES = /(\n[ \t]*\r?\n[ \t\r\n]*)/;

/** Text that stands in no paragraph is cut at empty lines, unless a phrase goes across one. */
function splitLines(piece: SoundPiece): SoundPiece[] {
  if (piece.kind !== 'run' || piece.isJoined) return [piece];
  const parts = piece.source.split(EMPTY_LINES);
  if (!parts.every((part, index) => index % 2 === 1 || parseClosed(part) !== undefined)) return [piece];
  return parts.map((source, index) => ({ ...piece, source, kind: index % 2 === 1 ? 'space' : 'run' }));
}
