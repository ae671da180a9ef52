import { Fragment, type Node } from 'prosemirror-model';
import {
  Selection,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction,
} from 'prosemirror-state';
import { schema } from '../body/schema.ts';

const { rule, paragraph, table, table_row, table_cell, table_header, loose } = schema.nodes;

const ROWS = 3;
const COLUMNS = 3;

/** Puts a block behind the one with the cursor, or in the place of an empty one. */
function insertBlock(state: EditorState, node: Node, at?: number): Transaction {
  return insertBlocks(state, [node], at);
}

/** Puts blocks there one behind the other; the cursor goes on behind them. */
export function insertBlocks(
  state: EditorState,
  nodes: readonly Node[],
  at = state.selection.from,
): Transaction {
  const { tr } = state;
  const place = tr.doc.resolve(at);
  const top = place.depth === 0 ? undefined : place.node(1);
  const [from, to] =
    top === undefined
      ? [at, at]
      : top.isTextblock && top.content.size === 0
        ? [place.before(1), place.after(1)]
        : [place.after(1), place.after(1)];
  tr.replaceWith(from, to, nodes);
  const after = from + Fragment.from(nodes).size;
  if (after >= tr.doc.content.size) tr.insert(after, paragraph.create({ tag: 'p' }));
  return tr.setSelection(Selection.near(tr.doc.resolve(after), 1)).scrollIntoView();
}

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(insertBlock(state, rule.create({ tag: 'hr' })));
  return true;
};

export const insertTable: Command = (state, dispatch) => {
  if (!dispatch) return true;
  const row = (type: typeof table_cell, tag: string, section: string): Node =>
    table_row.create(
      { tag: 'tr', section },
      Array.from({ length: COLUMNS }, () => type.create({ tag }, loose.create())),
    );
  const rows = Array.from({ length: ROWS - 1 }, () => row(table_cell, 'td', 'tbody'));
  const tr = insertBlock(state, table.create({ tag: 'table' }, [row(table_header, 'th', 'thead'), ...rows]));
  const start = tr.selection.from;
  tr.doc.nodesBetween(0, start, (node, at) => {
    // The new table is the last one before the selection.
    if (node.type === table) tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)));
  });
  dispatch(tr);
  return true;
};
