import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { parseFragment } from '../../body/fragment.ts';
import { element } from '../../dom.ts';
import { messages } from '../../messages.ts';
import { createFrame } from './frame.ts';
import { render } from './rendered.ts';

const SHORTCODE = /^\[media-(?:image|asset|document-[a-z0-9]{1,10})[\s\u00A0]+[0-9a-f]{32}[^[\]]*\]$/i;

/** Above a paragraph that is a shortcode stands what the site shows in its place. The text stays as it is. */
export function showingShortcodes(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    state: {
      init: (_, { doc }) => decorate(doc),
      apply: (transaction, last) => (transaction.docChanged ? decorate(transaction.doc) : last),
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });
}

function decorate(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.forEach((node, at) => {
    // Cheap for all other paragraphs: this runs at each key.
    if (!node.isTextblock || !node.firstChild?.text?.startsWith('[media-')) return;
    const shortcode = node.textContent.trim();
    if (!SHORTCODE.test(shortcode)) return;
    found.push(
      Decoration.widget(at, () => createCard(shortcode), { key: shortcode, side: -1 }),
      Decoration.node(at, at + node.nodeSize, { class: 'shortcode' }),
    );
  });
  return found.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, found);
}

function createCard(shortcode: string): HTMLElement {
  const card = element(
    'div',
    { class: 'card', attributes: { contenteditable: 'false' } },
    element('p', { class: 'address' }, messages.cards.shortcode),
  );
  render(shortcode).then(
    html => card.append(createFrame(parseFragment(html))),
    () => undefined,
  );
  return card;
}
