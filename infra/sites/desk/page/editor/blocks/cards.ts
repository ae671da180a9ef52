import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { parseFragment } from '../../body/fragment.ts';
import { button, element } from '../../dom.ts';
import { messages } from '../../messages.ts';
import { FigureCard } from './figure-card.ts';
import { createFrame } from './frame.ts';
import { PictureCard } from './picture-card.ts';

const texts = messages.cards;

type GetPosition = () => number | undefined;

/** A part that can’t be edited as text: shown in a frame that runs nothing, and edited as HTML. */
class OpaqueCard implements NodeView {
  readonly dom: HTMLElement;
  readonly #view: EditorView;
  readonly #getPosition: GetPosition;
  #node: Node;

  constructor(node: Node, view: EditorView, getPosition: GetPosition) {
    this.#node = node;
    this.#view = view;
    this.#getPosition = getPosition;
    this.dom = element('figure', { class: 'card', attributes: { contenteditable: 'false' } });
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.attrs.source === this.#node.attrs.source;
    this.#node = node;
    if (!isSame) this.#show();
    return true;
  }

  /** Its buttons and texts are its own. */
  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button, textarea, a') !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  get #source(): string {
    return String(this.#node.attrs.source);
  }

  #show(): void {
    const fragment = parseFragment(this.#source);
    const address = findEmbed(fragment);
    const label = address ? texts.embed(new URL(address).host) : texts.opaque;
    this.dom.replaceChildren(
      element(
        'figcaption',
        {},
        element('span', {}, label),
        address ? element('a', { href: address, target: '_blank', rel: 'noreferrer' }, texts.open) : null,
        button(texts.editHtml, () => this.#edit()),
      ),
      address && fragment.textContent.trim() === ''
        ? element('p', { class: 'address' }, address)
        : createFrame(fragment),
    );
  }

  #edit(): void {
    const source = element('textarea', {
      value: this.#source,
      rows: 8,
      spellcheck: false,
      attributes: { 'aria-label': texts.htmlLabel },
    });
    const apply = (): void => {
      const at = this.#getPosition();
      if (at === undefined) return;
      const { state } = this.#view;
      if (source.value === this.#source) this.#show();
      else
        this.#view.dispatch(
          state.tr.setNodeMarkup(at, null, { ...this.#node.attrs, source: source.value, piece: 0 }),
        );
      this.#view.focus();
    };
    const bar = element(
      'div',
      { class: 'bar' },
      button(texts.apply, apply, { class: 'primary' }),
      button(messages.cancel, () => this.#show()),
    );
    this.dom.replaceChildren(source, bar);
    source.focus();
  }
}

/** The address of a player or a post of another site. */
function findEmbed(fragment: Element): string | undefined {
  const frame = fragment.querySelector('iframe[src], blockquote[cite], script[src]');
  const written = frame?.getAttribute('src') ?? frame?.getAttribute('cite') ?? '';
  const address = written.startsWith('//') ? `https:${written}` : written;
  return /^https?:/i.test(address) && URL.canParse(address) ? address : undefined;
}

/** The views of what isn’t plain text. `onAddPictures` lets choose pictures that are added to the figure at a place. */
export function createCards(onAddPictures: (at: number) => void): Record<string, NodeViewConstructor> {
  return {
    opaque: (node, view, getPosition) => new OpaqueCard(node, view, getPosition),
    picture: (node, view, getPosition) => new PictureCard(node, view, getPosition),
    figure: (node, view, getPosition) => new FigureCard(node, { view, getPosition, onAdd: onAddPictures }),
  };
}
