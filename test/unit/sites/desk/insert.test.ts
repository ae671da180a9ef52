import type { Node } from 'prosemirror-model';
import { EditorState, Selection, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../infra/sites/desk/page/body/schema.ts';
import { indent } from '../../../../infra/sites/desk/page/editor/blocks/blocks.ts';
import { insertBlocks } from '../../../../infra/sites/desk/page/editor/insert.ts';

const { doc, paragraph, rule, figure, caption, list: listNode, item, loose } = schema.nodes;

const paragraphWith = (text: string) =>
  paragraph.create({ tag: 'p' }, text === '' ? null : schema.text(text));

/** The state of an editor with paragraphs, and the cursor in the first. */
function stateWith(...texts: string[]): EditorState {
  const state = EditorState.create({ doc: doc.create(null, texts.map(paragraphWith)) });
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1)));
}

/** Two blocks that are told apart. */
const BLOCKS = [rule.create({ tag: 'hr' }), figure.create({ tag: 'figure' }, caption.create())];

const list = (tr: { doc: EditorState['doc'] }): string[] =>
  tr.doc.children.map(({ type, textContent }) => (type === paragraph ? textContent : type.name));

describe('insertBlocks()', () => {
  it('puts several blocks one behind the other, behind the block with the cursor', () => {
    const tr = insertBlocks(stateWith('AAA', 'BBB', 'CCC'), BLOCKS);
    expect(list(tr)).toEqual(['AAA', 'rule', 'figure', 'BBB', 'CCC']);
    expect(tr.selection.$from.parent.textContent).toBe('BBB');
  });

  it('puts them in the place of an empty paragraph, and adds one at the end of a text', () => {
    expect(list(insertBlocks(stateWith('', 'BBB'), BLOCKS))).toEqual(['rule', 'figure', 'BBB']);
    expect(list(insertBlocks(stateWith('AAA'), BLOCKS))).toEqual(['AAA', 'rule', 'figure', '']);
  });
});

describe('indent()', () => {
  const itemWith = (text: string, ...inner: Node[]) =>
    item.create({ tag: 'li' }, [loose.create(null, schema.text(text)), ...inner]);
  const listOf = (tag: string, ...items: Node[]) => listNode.create({ tag }, items);

  /** The tag and the text of each list, after the last item of a list was indented. */
  function indentLast(outer: Node): string[] {
    let state = EditorState.create({ doc: doc.create(null, outer) });
    const end = Selection.atEnd(state.doc);
    state = state.apply(state.tr.setSelection(end));
    indent(state, tr => (state = state.apply(tr)));
    const lists: string[] = [];
    state.doc.descendants(({ type, attrs, textContent }) => {
      if (type === listNode) lists.push(`${attrs.tag} ${textContent}`);
    });
    return lists;
  }

  it.each(['ol', 'ul'])('begins a list of the same kind within a list (%s)', tag => {
    const outer = listOf(tag, itemWith('A'), itemWith('B'));
    expect(indentLast(outer)).toEqual([`${tag} AB`, `${tag} B`]);
  });

  it('continues a list of another kind within a list', () => {
    const outer = listOf('ol', itemWith('A', listOf('ul', itemWith('B'))), itemWith('C'));
    expect(indentLast(outer)).toEqual(['ol ABC', 'ul BC']);
  });
});
