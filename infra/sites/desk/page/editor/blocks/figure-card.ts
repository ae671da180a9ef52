import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { button, element } from '../../dom.ts';
import { messages } from '../../messages.ts';
import { hasPicture, isGallery, moveFigure, readCredit, removeFigure, writeCredit } from './figures.ts';

const texts = messages.cards;

interface Place {
  view: EditorView;
  getPosition: () => number | undefined;
  /** Lets choose pictures that are added to the figure at a place. */
  onAdd: (at: number) => void;
}

/** A figure: its parts are edited as text; below a picture stands its credit, and what makes galleries. */
export class FigureCard implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = element('div', { class: 'figure-content' });
  readonly #place: Place;
  readonly #credit = element('input', {
    type: 'text',
    placeholder: texts.credit,
    attributes: { 'aria-label': texts.credit },
  });
  readonly #bar: HTMLElement;
  #node: Node;

  constructor(node: Node, place: Place) {
    this.#node = node;
    this.#place = place;
    this.#credit.addEventListener('change', () => this.#writeCredit());
    const moving = element(
      'span',
      { class: 'moving' },
      button('←', () => this.#move(-1), { 'aria-label': texts.before, title: texts.before }),
      button('→', () => this.#move(1), { 'aria-label': texts.after, title: texts.after }),
      button('✕', () => this.#remove(), { 'aria-label': texts.takeOut, title: texts.takeOut }),
    );
    const add = button(texts.morePictures, () => this.#add());
    add.className = 'more-pictures';
    this.#bar = element(
      'div',
      { class: 'figure-bar', attributes: { contenteditable: 'false' } },
      ...[this.#credit, moving, add],
    );
    this.dom = element('figure', {}, this.contentDOM, this.#bar);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target instanceof Element && this.#bar.contains(target);
  }

  ignoreMutation({ type, target }: ViewMutationRecord): boolean {
    return type === 'selection' ? this.#bar.contains(target) : !this.contentDOM.contains(target);
  }

  #show(): void {
    const isOfSeveral = isGallery(this.#node);
    this.dom.classList.toggle('several', isOfSeveral);
    this.#bar.hidden = !isOfSeveral && !hasPicture(this.#node);
    this.#credit.hidden = isOfSeveral;
    const credit = readCredit(this.#node);
    if (this.#credit.value !== credit) this.#credit.value = credit;
  }

  #writeCredit(): void {
    const [at, { view }] = [this.#place.getPosition(), this.#place];
    if (at !== undefined) view.dispatch(writeCredit(view.state, at, this.#credit.value.trim()));
  }

  #add(): void {
    const at = this.#place.getPosition();
    if (at !== undefined) this.#place.onAdd(at);
  }

  /** The button that was pressed keeps the focus. */
  #move(step: -1 | 1): void {
    const [from, { view }] = [this.#place.getPosition(), this.#place];
    if (from === undefined) return;
    const { tr, at } = moveFigure(view.state, from, step);
    view.dispatch(tr);
    const moved = view.nodeDOM(at);
    if (!(moved instanceof Element)) return;
    moved.querySelector<HTMLElement>(`.moving button:nth-child(${step < 0 ? 1 : 2})`)?.focus();
  }

  #remove(): void {
    const [at, { view }] = [this.#place.getPosition(), this.#place];
    if (at === undefined) return;
    view.dispatch(removeFigure(view.state, at));
    view.focus();
  }
}
