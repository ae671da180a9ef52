import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { parseFragment } from '../../body/fragment.ts';
import { element } from '../../dom.ts';
import { messages } from '../../messages.ts';
import { whenSeen } from '../../ui/when-seen.ts';
import { createFrame } from './frame.ts';
import { forgetRendered, refreshRendered, render, watchRendered } from './rendered.ts';

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
    view: ({ dom }) => keepCurrent(dom),
  });
}

/** Nothing tells of a new file. What stands there is read again when its writer comes back to the page and sees it, or opens a story. */
function keepCurrent(editor: HTMLElement): { destroy: () => void } {
  const endWatch = watchRendered(() => {
    for (const card of editor.querySelectorAll<HTMLElement>('.card[data-shortcode]'))
      whenSeen(card, () => void fill(card));
  });
  addEventListener('focus', refreshRendered);
  const destroy = (): void => {
    removeEventListener('focus', refreshRendered);
    endWatch();
    forgetRendered();
  };
  return { destroy };
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
    { class: 'card', attributes: { contenteditable: 'false', 'data-shortcode': shortcode } },
    element('p', { class: 'address' }, messages.cards.shortcode),
  );
  void fill(card);
  return card;
}

/** What each card shows. */
const shown = new WeakMap<HTMLElement, string>();

/** Without an answer a card stays as it is. */
async function fill(card: HTMLElement): Promise<void> {
  const html = await render(card.dataset.shortcode ?? '').catch(() => undefined);
  if (html === undefined || html === shown.get(card)) return;
  shown.set(card, html);
  card.querySelector('iframe')?.remove();
  card.append(createFrame(parseFragment(html)));
}
