import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { Attributes } from '../../body/schema.ts';
import { readAlt, toBare, writeAlt } from '../../body/shortcodes.ts';
import { element } from '../../dom.ts';
import { messages } from '../../messages.ts';
import { whenSeen } from '../../ui/when-seen.ts';
import { renderPicture, watchRendered, type SitePicture } from './rendered.ts';

const texts = messages.cards;
/** The small forms of a new picture are made within seconds. */
const RETRY_MS = 2000;
const MAX_RETRIES = 15;

/** A picture among text; its description is asked for below it. */
export class PictureCard implements NodeView {
  readonly dom = element('span', { class: 'picture' });
  readonly #view: EditorView;
  readonly #getPosition: () => number | undefined;
  readonly #image = element('img', { draggable: true });
  readonly #alt = element('input', {
    type: 'text',
    placeholder: texts.alt,
    attributes: { 'aria-label': texts.alt },
  });
  #node: Node;
  #retries = 0;
  readonly #endWatch = watchRendered(() => whenSeen(this.dom, () => void this.#readAgain()));

  constructor(node: Node, view: EditorView, getPosition: () => number | undefined) {
    this.#node = node;
    this.#view = view;
    this.#getPosition = getPosition;
    this.#alt.addEventListener('change', () => this.#writeAlt());
    this.#image.addEventListener('error', () => this.#retry());
    this.dom.append(this.#image, this.#alt);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || toBare(String(node.attrs.shortcode)) !== toBare(this.#shortcode))
      return false;
    this.#node = node;
    this.#show();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.#alt;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#endWatch();
  }

  get #shortcode(): string {
    return String(this.#node.attrs.shortcode);
  }

  #show(): void {
    if (this.#shortcode !== '') void this.#showShortcode(this.#shortcode);
    else {
      const attributes = new Map(this.#node.attrs.attributes as Attributes);
      this.#showPicture(attributes.get('src') ?? '', attributes.get('alt') ?? '');
    }
  }

  /** Until the service has said what it shows, and without a connection, the description stands there. */
  async #showShortcode(shortcode: string): Promise<void> {
    const own = readAlt(shortcode);
    if (own !== undefined) this.#showAlt(own, own);
    const picture = await renderPicture(shortcode).catch(() => undefined);
    if (this.#shortcode !== shortcode) return;
    if (picture) this.#showSitePicture(picture);
    else this.#showPicture('', own ?? '');
  }

  /** Without an answer, the picture stays as it is. */
  async #readAgain(): Promise<void> {
    const shortcode = this.#shortcode;
    if (shortcode === '') return;
    const picture = await renderPicture(shortcode).catch(() => undefined);
    if (picture && this.#shortcode === shortcode) this.#showSitePicture(picture);
  }

  #showSitePicture({ src, alt, ...sizes }: SitePicture): void {
    for (const [name, value] of Object.entries(sizes)) this.#image.setAttribute(name, value);
    this.#showPicture(src, readAlt(this.#shortcode) ?? alt);
  }

  #showPicture(source: string, alt: string): void {
    // Only addresses that can’t run anything.
    const isShown = /^(?:https?:)?\/\//i.test(source) || /^\/(?!\/)/.test(source);
    if (isShown && this.#image.getAttribute('src') !== source) this.#image.src = source;
    this.#showAlt(alt, alt === '' && !isShown ? texts.noPicture : alt);
  }

  #showAlt(alt: string, shown: string): void {
    this.#image.alt = shown;
    // What the service says may come while one writes.
    if (document.activeElement !== this.#alt) this.#alt.value = alt;
    this.dom.classList.toggle('without-alt', alt === '');
  }

  #retry(): void {
    if (this.#shortcode === '' || this.#retries++ >= MAX_RETRIES) return;
    setTimeout(() => {
      const { src } = this.#image;
      if (this.dom.isConnected) this.#image.src = src;
    }, RETRY_MS);
  }

  #writeAlt(): void {
    const at = this.#getPosition();
    if (at === undefined) return;
    const { attrs } = this.#node;
    const written =
      this.#shortcode === ''
        ? { attributes: setAlt(attrs.attributes as Attributes, this.#alt.value) }
        : { shortcode: writeAlt(this.#shortcode, this.#alt.value) };
    this.#view.dispatch(this.#view.state.tr.setNodeMarkup(at, null, { ...attrs, ...written }));
  }
}

function setAlt(attributes: Attributes, alt: string): Attributes {
  const value = ['alt', alt] as const;
  const isKnown = attributes.some(([name]) => name === 'alt');
  return isKnown
    ? attributes.map(attribute => (attribute[0] === 'alt' ? value : attribute))
    : [...attributes, value];
}
