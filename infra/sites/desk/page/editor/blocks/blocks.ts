import {
  chainCommands,
  createParagraphNear,
  lift,
  liftEmptyBlock,
  newlineInCode,
  setBlockType,
  splitBlockAs,
  wrapIn,
} from 'prosemirror-commands';
import type { Attrs, Node, NodeType, ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { Selection, type Command, type Transaction } from 'prosemirror-state';
import { schema } from '../../body/schema.ts';

const { paragraph, heading, preformatted, quote, list, item, loose, caption, figure } = schema.nodes;

export type BlockStyle = 'paragraph' | 'h2' | 'h3' | 'h4' | 'pre';

/** What is written at the top of a body, or in a wrapper, stands in paragraphs. */
export function setStyle(style: BlockStyle): Command {
  if (style === 'paragraph') return setBlockType(paragraph, { tag: 'p' });
  if (style === 'pre') return setBlockType(preformatted, { tag: 'pre' });
  return setBlockType(heading, { tag: style });
}

export function readStyle({ parent }: ResolvedPos): BlockStyle {
  if (parent.type === preformatted) return 'pre';
  if (parent.type !== heading) return 'paragraph';
  const tag = String(parent.attrs.tag);
  return tag === 'h3' || tag === 'h4' ? tag : 'h2';
}

export function findOuter($from: ResolvedPos, type: NodeType): { node: Node; before: number } | undefined {
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === type) return { node: $from.node(depth), before: $from.before(depth) };
  return undefined;
}

export const toggleQuote: Command = (state, dispatch) =>
  findOuter(state.selection.$from, quote)
    ? lift(state, dispatch)
    : wrapIn(quote, { tag: 'blockquote' })(state, dispatch);

/** Makes a list of the paragraphs, makes the other kind of list of a list, or ends it. */
export function toggleList(tag: 'ul' | 'ol'): Command {
  return (state, dispatch) => {
    const outer = findOuter(state.selection.$from, list);
    if (!outer) return changing(wrapInList(list, { tag }), toLoose)(state, dispatch);
    if (outer.node.attrs.tag === tag) return leaveList(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(outer.before, null, { ...outer.node.attrs, tag, piece: 0 }));
    return true;
  };
}

const leaveList = changing(liftListItem(item), toParagraphs);

/** A list that is begun within another one is of the same kind. */
export const indent: Command = (state, dispatch) => {
  const tag: unknown = findOuter(state.selection.$from, list)?.node.attrs.tag;
  const finish: Finish = tr => {
    const inner = findOuter(tr.selection.$from, list);
    if (!inner) return;
    const { node, before } = inner;
    const isBegun = tr.selection.from <= before + 1 + (node.firstChild?.nodeSize ?? 0);
    if (isBegun) tr.setNodeMarkup(before, null, { ...node.attrs, tag });
  };
  return changing(sinkListItem(item), finish)(state, dispatch);
};
export const outdent = leaveList;

type Finish = (tr: Transaction) => void;

/** The command, after which `finish` changes what is selected. */
function changing(command: Command, finish: Finish): Command {
  return (state, dispatch, view) =>
    command(
      state,
      dispatch &&
        (tr => {
          finish(tr);
          dispatch(tr);
        }),
      view,
    );
}

/** Items of lists that are made here have their text in no paragraph, as people write them. */
export function toLoose(tr: Transaction): void {
  changeSelected(
    tr,
    (node, parent) => node.type === paragraph && parent.type === item && parent.childCount === 1,
    loose,
  );
}

function toParagraphs(tr: Transaction): void {
  changeSelected(tr, (node, parent) => node.type === loose && parent.type !== item, paragraph, { tag: 'p' });
}

function changeSelected(
  tr: Transaction,
  isMeant: (node: Node, parent: Node) => boolean,
  type: NodeType,
  attrs: Attrs | null = null,
): void {
  const { from, to } = tr.selection;
  const found: number[] = [];
  tr.doc.nodesBetween(from, to, (node, at, parent) => {
    if (parent && isMeant(node, parent)) found.push(at);
  });
  for (const at of found) tr.setNodeMarkup(at, type, attrs);
}

/** Enter in an empty item ends the list. */
const leaveEmptyItem: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isEmptyItem =
    empty && $from.parent.content.size === 0 && $from.depth > 1 && $from.node(-1).type === item;
  return isEmptyItem && $from.node(-1).childCount === 1 ? leaveList(state, dispatch) : false;
};

/** Enter in a caption goes on behind its figure. */
const leaveCaption: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const outer = $from.parent.type === caption ? findOuter($from, figure) : undefined;
  if (!outer) return false;
  const after = outer.before + outer.node.nodeSize;
  const tr = state.tr.insert(after, paragraph.create({ tag: 'p' }));
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(after + 1))).scrollIntoView());
  return true;
};

/** Text without a paragraph within a cell or a quote is not told apart by empty lines: there, Enter is a line break. */
const breakLoose: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if ($from.parent.type !== loose || $from.depth === 1 || $from.node(-1).type === item) return false;
  return insertBreak(state, dispatch);
};

export const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.nodes.break.create({ tag: 'br' })).scrollIntoView());
  return true;
};

export const enter = chainCommands(
  newlineInCode,
  leaveCaption,
  leaveEmptyItem,
  splitListItem(item),
  breakLoose,
  createParagraphNear,
  liftEmptyBlock,
  splitBlockAs((node, isAtEnd) =>
    isAtEnd || node.type === loose ? { type: paragraph, attrs: { tag: 'p' } } : null,
  ),
);
