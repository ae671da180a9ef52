import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/** Where words stand in a text. */
interface Place {
  from: number;
  to: number;
}

interface Finding {
  words: string;
  places: readonly Place[];
}

const key = new PluginKey<Finding>('find');
const NOTHING: Finding = { words: '', places: [] };
/** What stands in a text without being one. */
const LEAF = '\uFFFC';

/** Finds words within paragraphs, without regard to case. */
function findPlaces(doc: Node, words: string): readonly Place[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu');
  const places: Place[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    const text = node.textBetween(0, node.content.size, undefined, LEAF);
    for (const { index, 0: found } of text.matchAll(pattern))
      places.push({ from: at + 1 + index, to: at + 1 + index + found.length });
    return false;
  });
  return places;
}

/** Marks what is searched for. */
export function finding(): Plugin<Finding> {
  return new Plugin({
    key,
    state: {
      init: () => NOTHING,
      apply: (transaction, last) => {
        const words: unknown = transaction.getMeta(key);
        const wanted = typeof words === 'string' ? words : last.words;
        if (wanted === last.words && !transaction.docChanged) return last;
        return wanted === '' ? NOTHING : { words: wanted, places: findPlaces(transaction.doc, wanted) };
      },
    },
    props: {
      decorations: state => {
        const { places } = readFinding(state);
        if (places.length === 0) return DecorationSet.empty;
        const current = findCurrent(state);
        return DecorationSet.create(
          state.doc,
          places.map(({ from, to }, index) =>
            Decoration.inline(from, to, { class: index === current ? 'found current' : 'found' }),
          ),
        );
      },
    },
  });
}

export function readFinding(state: EditorState): Finding {
  return key.getState(state) ?? NOTHING;
}

/** The place that is selected, if one is. */
export function findCurrent(state: EditorState): number {
  const { from, to } = state.selection;
  return readFinding(state).places.findIndex(place => place.from === from && place.to === to);
}

export const search =
  (words: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setMeta(key, words));
    return true;
  };

/** Selects the next or the former place; after the last one the first. */
export const goOn =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const { places } = readFinding(state);
    const { from, to } = state.selection;
    const next =
      step === 1
        ? (places.find(place => place.from >= to) ?? places[0])
        : (places.findLast(place => place.to <= from) ?? places.at(-1));
    if (!next) return false;
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, next.from, next.to)).scrollIntoView());
    return true;
  };

/** Replaces the selected place, or all of them, which is undone in one step. */
export const replaceFound =
  (words: string, isAll: boolean): Command =>
  (state, dispatch) => {
    const { places } = readFinding(state);
    const wanted = isAll ? places : places.slice(findCurrent(state)).slice(0, 1);
    if (wanted.length === 0 || (!isAll && findCurrent(state) === -1)) return false;
    const { tr } = state;
    for (const { from, to } of wanted.toReversed())
      if (words === '') tr.delete(from, to);
      else tr.insertText(words, from, to);
    dispatch?.(tr);
    return true;
  };
