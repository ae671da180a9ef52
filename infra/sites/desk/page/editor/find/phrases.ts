import type { Mark, MarkType, Node } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { schema, type Attributes } from '../../body/schema.ts';

const { phrase, link } = schema.marks;

/** The elements that mean the same, the one that is written first. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  strong: ['strong', 'b'],
  em: ['em', 'i'],
  code: ['code'],
};

export type Phrase = 'strong' | 'em' | 'code';

function isPhrase(mark: Mark, name: Phrase): boolean {
  return mark.type === phrase && (SAME[name]?.includes(String(mark.attrs.tag)) ?? false);
}

/** Whether all of the selected text is in such a phrase; without a selection, whether what is typed would be. */
export function isInPhrase({ selection, doc, storedMarks }: EditorState, name: Phrase): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return (storedMarks ?? $from.marks()).some(mark => isPhrase(mark, name));
  const texts: Node[] = [];
  doc.nodesBetween(from, to, node => {
    if (node.isText) texts.push(node);
  });
  return texts.length > 0 && texts.every(({ marks }) => marks.some(mark => isPhrase(mark, name)));
}

/** All phrases are marks of one type, so a phrase is told by its element. */
export function togglePhrase(name: Phrase): Command {
  return (state, dispatch) => {
    const { selection, tr } = state;
    if (!selection.$from.parent.inlineContent || selection.$from.parent.type.spec.code) return false;
    const isOn = isInPhrase(state, name);
    if (selection.empty) {
      const marks = (state.storedMarks ?? selection.$from.marks()).filter(mark => !isPhrase(mark, name));
      tr.setStoredMarks(isOn ? marks : phrase.create({ tag: name }).addToSet(marks));
    } else if (isOn) removePhrase(tr, name);
    else tr.addMark(selection.from, selection.to, phrase.create({ tag: name }));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

function removePhrase(tr: Transaction, name: Phrase): void {
  const { from, to } = tr.selection;
  const found = new Set<Mark>();
  tr.doc.nodesBetween(from, to, node => {
    for (const mark of node.marks) if (isPhrase(mark, name)) found.add(mark);
  });
  for (const mark of found) tr.removeMark(from, to, mark);
}

interface Linked {
  from: number;
  to: number;
  mark: Mark;
}

/** The link around the cursor, or at the beginning of the selection. */
export function findLink({ selection }: EditorState): Linked | undefined {
  const { $from } = selection;
  const { parent } = $from;
  const at = $from.index();
  const inner = [at, at - 1].find(
    index => findMark(parent.maybeChild(index), link) !== undefined && index >= 0,
  );
  if (inner === undefined) return undefined;
  const mark = findMark(parent.child(inner), link);
  if (!mark) return undefined;
  let [first, last] = [inner, inner];
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first--;
  while (last + 1 < parent.childCount && mark.isInSet(parent.child(last + 1).marks)) last++;
  const sizes = parent.children.map(({ nodeSize }) => nodeSize);
  const sum = (end: number): number => sizes.slice(0, end).reduce((total, size) => total + size, 0);
  return { from: $from.start() + sum(first), to: $from.start() + sum(last + 1), mark };
}

const findMark = (node: Node | null, type: MarkType): Mark | undefined =>
  node?.marks.find(mark => mark.type === type);

export function readAddress({ mark }: Linked): string {
  return new Map(mark.attrs.attributes as Attributes).get('href') ?? '';
}

/** Links the selection, or gives the link around the cursor another address; its other attributes stay. An empty address removes it. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const known = findLink(state);
    const { from, to, empty } = state.selection;
    if (!known && (empty || href === '')) return false;
    const range = known && empty ? known : { from, to };
    const others = known
      ? (known.mark.attrs.attributes as Attributes).filter(([name]) => name !== 'href')
      : [];
    const { tr } = state;
    tr.removeMark(range.from, range.to, link);
    if (href !== '')
      tr.addMark(
        range.from,
        range.to,
        link.create({ ...known?.mark.attrs, tag: 'a', attributes: [['href', href], ...others] }),
      );
    dispatch?.(tr);
    return true;
  };
}

/** An address as people type it. @returns undefined for one that could run something */
export function cleanAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(?:https?:|mailto:|tel:)/i.test(text) || /^[/#?]/.test(text)) return text;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  return text.includes('@') && !text.includes('/') ? `mailto:${text}` : `https://${text}`;
}
