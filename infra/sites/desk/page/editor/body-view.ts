import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { EditorState, TextSelection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { openBody, type OpenBody } from '../body/open.ts';
import { saveBody } from '../body/save.ts';
import { messages } from '../messages.ts';
import type { BodyEditor } from '../story/body-text.ts';
import { createCards } from './blocks/cards.ts';
import { showDirections } from './directions.ts';
import { finding } from './find/find.ts';
import { createKeys } from './keys.ts';
import { pasting } from './paste.ts';
import { showingShortcodes } from './blocks/shortcodes.ts';
import { typing } from './typing.ts';

export interface BodyCallbacks {
  /** The text was changed by its writer. */
  onEdit: () => void;
  /** Text or selection have changed. */
  onState: (state: EditorState) => void;
  onLink: () => void;
  onFind: () => void;
  onPictures: (files: readonly File[], at: number | undefined) => void;
  /** Lets choose pictures that are added to the figure at a place. */
  onAddPictures: (at: number) => void;
}

/** Bodies that replace another one aren’t edits of their own. */
const SHOWN = 'shown';

/** The editor of a body. */
export class BodyView implements BodyEditor {
  readonly view: EditorView;
  #body: OpenBody;

  constructor(place: HTMLElement, html: string, callbacks: BodyCallbacks) {
    const { onEdit, onState, onLink, onFind, onPictures, onAddPictures } = callbacks;
    this.#body = openBody(html);
    const plugins = [
      ...[typing, keymap(createKeys(onLink, onFind)), pasting(onPictures), history(), tableEditing()],
      ...[finding(), showingShortcodes(), showDirections()],
      ...[dropCursor({ class: 'drop-cursor', color: false }), gapCursor()],
    ];
    this.view = new EditorView(place, {
      state: EditorState.create({ doc: this.#body.doc, plugins }),
      nodeViews: createCards(onAddPictures),
      attributes: {
        role: 'textbox',
        spellcheck: 'true',
        'aria-multiline': 'true',
        'aria-label': messages.story.body,
        class: 'text',
      },
      dispatchTransaction: transaction => {
        this.view.updateState(this.view.state.apply(transaction));
        onState(this.view.state);
        if (transaction.docChanged && transaction.getMeta(SHOWN) === undefined) onEdit();
      },
    });
    onState(this.view.state);
  }

  read(): string {
    return saveBody(this.#body, this.view.state.doc);
  }

  replace(html: string): void {
    this.#body = openBody(html, this.#body.sources);
    const { state } = this.view;
    const { anchor } = state.selection;
    const { doc } = this.#body;
    const transaction = state.tr.replaceWith(0, state.doc.content.size, doc.content).setMeta(SHOWN, true);
    const near = transaction.doc.resolve(Math.min(anchor, transaction.doc.content.size));
    this.view.dispatch(transaction.setSelection(TextSelection.near(near)));
  }

  focus(): void {
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}
