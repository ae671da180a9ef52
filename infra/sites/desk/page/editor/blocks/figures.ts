import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { shortcode } from '../../../../../../shared/library/media/shortcode.ts';
import { schema, type Attributes } from '../../body/schema.ts';

const { loose, figure, picture, caption } = schema.nodes;
const CREDIT = schema.marks.phrase.create({ tag: 'cite' });

/** A picture of the library that is put into a text. What isn’t known is empty. */
interface Shown {
  shortcodeId: string;
  alt: string;
  caption: string;
  credit: string;
}

/**
 * A picture with its caption, in which the credit is a `cite`, as in the pictures of the readers’ site. The picture is its shortcode, for which
 * the service shows sizes for all screens: the original is large, and may say where it was taken. Without a description here, that of the
 * library is shown.
 */
export function createFigure({ shortcodeId, alt, caption: text, credit }: Shown): Node {
  const image = picture.create({
    shortcode: shortcode('media-image', shortcodeId, { alt: alt === '' ? null : alt }),
  });
  return figure.create({ tag: 'figure' }, [
    loose.create(null, image),
    caption.create({ tag: 'figcaption' }, [...toText(text), ...toCredit(credit)]),
  ]);
}

/** Several figures side by side, with a caption of their own. */
export function createGallery(figures: readonly Node[]): Node {
  const attributes: Attributes = [['class', 'gallery']];
  return figure.create({ tag: 'figure', attributes }, [...figures, caption.create({ tag: 'figcaption' })]);
}

const toText = (text: string): Node[] => (text === '' ? [] : [schema.text(text)]);

/** What is written at the beginning of a caption is none of its credit: a space is between them, also where there is no caption. */
const toCredit = (credit: string): Node[] =>
  credit === '' ? [] : [schema.text(' '), schema.text(credit, [CREDIT])];

/** Whether the figure shows other figures side by side: those of WordPress and other programs, too, have such a class. */
export function isGallery(node: Node): boolean {
  const attributes = new Map(node.attrs.attributes as Attributes);
  const isNamed = attributes.get('class')?.includes('gallery') ?? false;
  return isNamed && node.children.some(({ type }) => type === figure);
}

/** Whether the figure shows a picture of its own. */
export function hasPicture(node: Node): boolean {
  return node.children.some(({ type, children }) => type === loose && children.some(isPicture));
}

const isPicture = ({ type }: Node): boolean => type === picture;
const isCredit = ({ marks }: Node): boolean =>
  marks.some(({ attrs, type }) => type === schema.marks.phrase && attrs.tag === 'cite');

/** Where the children begin that are the credit: those at the end of the caption. */
function findCredit({ children }: Node): number {
  return children.findLastIndex(child => !isCredit(child)) + 1;
}

const findCaption = (node: Node): number => node.children.findLastIndex(({ type }) => type === caption);

export function readCredit(node: Node): string {
  const found = node.maybeChild(findCaption(node));
  return found ? readText(found.children.slice(findCredit(found))) : '';
}

const readText = (children: readonly Node[]): string => children.map(child => child.textContent).join('');

/** Writes the credit of the figure at a place. */
export function writeCredit({ doc, tr }: EditorState, at: number, credit: string): Transaction {
  const node = doc.nodeAt(at);
  if (node?.type !== figure) return tr;
  const index = findCaption(node);
  const found = node.maybeChild(index) ?? caption.create({ tag: 'figcaption' });
  const text = found.children.slice(0, findCredit(found));
  const written = [...dropSpace(text), ...toCredit(credit)];
  const start = index < 0 ? at + node.nodeSize - 1 : at + 1 + measure(node.children.slice(0, index));
  const end = index < 0 ? start : start + found.nodeSize;
  return tr.replaceWith(start, end, caption.create(found.attrs, written, found.marks));
}

const measure = (nodes: readonly Node[]): number => nodes.reduce((size, { nodeSize }) => size + nodeSize, 0);

/** The space before a credit goes with it. */
function dropSpace(children: readonly Node[]): Node[] {
  const last = children.at(-1);
  if (!last?.isText) return [...children];
  const text = (last.text ?? '').trimEnd();
  return [...children.slice(0, -1), ...(text === '' ? [] : [schema.text(text, last.marks)])];
}

/** Adds figures to the gallery at a place, or makes one of the figure there. @returns undefined where there is neither any more */
export function addToGallery(
  { doc, tr }: EditorState,
  at: number,
  added: readonly Node[],
): Transaction | undefined {
  const node = doc.nodeAt(at);
  if (node?.type !== figure) return undefined;
  if (!isGallery(node)) {
    const first = figure.create({ ...node.attrs, piece: 0 }, node.content);
    return tr.replaceWith(at, at + node.nodeSize, createGallery([first, ...added]));
  }
  const count = node.children.findLastIndex(({ type }) => type === figure) + 1;
  return tr.insert(at + 1 + measure(node.children.slice(0, count)), added);
}

/** Moves a figure before or behind its neighbour. @returns where it is now; the same place at the ends of the gallery */
export function moveFigure(
  { doc, tr }: EditorState,
  at: number,
  step: -1 | 1,
): { tr: Transaction; at: number } {
  const place = doc.resolve(at);
  const [node, other] = [place.nodeAfter, place.parent.maybeChild(place.index() + step)];
  if (!node || other?.type !== figure) return { tr, at };
  const to = step < 0 ? at - other.nodeSize : at + other.nodeSize;
  return { tr: tr.delete(at, at + node.nodeSize).insert(to, node), at: to };
}

/** Takes a figure out of its gallery, which goes with the last one. */
export function removeFigure({ doc, tr }: EditorState, at: number): Transaction {
  const place = doc.resolve(at);
  const { parent, nodeAfter: node } = place;
  const isLast = parent.children.filter(({ type }) => type === figure).length === 1;
  if (isLast && isGallery(parent)) return tr.delete(place.before(), place.after());
  return tr.delete(at, at + (node?.nodeSize ?? 0));
}
