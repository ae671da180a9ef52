import type { NextFinder } from '../paragraphs/next.ts';
import { showCaption } from './caption.ts';
import { readGalleryIds } from './gallery-ids.ts';
import { showAudio, showVideo } from './media.ts';
import { readAddress, showAddress } from './players.ts';
import { readShortcode, type ShortcodeTag } from './tag.ts';

/** Shows the pictures with these ids; undefined when there are none. */
export type ShowGallery = (ids: readonly number[]) => string | undefined;

/** What WordPress shows for a shortcode. */
export interface Shown {
  html: string;
  /** The place after the shortcode. */
  end: number;
  /** How it stands in the text: a `block` ends the paragraph, a `line` begins one where there is none. */
  as: 'block' | 'line' | 'text';
}

/** Nothing but the parts of a player, and the breaks that WordPress has made between them. */
const NO_TEXT = /^(?:\s|<br \/>|<\/?p>|<(?:source|track)\b[^<>]*>)*$/;
const MAX_LENGTH = 4000;

/** Shows WordPress's own shortcodes. Those of plugins have no meaning outside of WordPress. */
export class ShortcodeViewer {
  readonly #html: string;
  readonly #next: NextFinder;
  readonly #showGallery: ShowGallery;

  /** `next` may not be asked for earlier places than before. */
  constructor(html: string, next: NextFinder, showGallery: ShowGallery) {
    this.#html = html;
    this.#next = next;
    this.#showGallery = showGallery;
  }

  /** @returns undefined for a shortcode that stays as it is */
  show(name: string, start: number): Shown | undefined {
    const tag = readShortcode(this.#html, start, name, this.#next);
    if (!tag) return undefined;
    switch (name) {
      case 'audio':
        return this.#showPlayer(tag, showAudio(tag.attributes));
      case 'video':
        return this.#showPlayer(tag, showVideo(tag.attributes));
      case 'gallery':
        return asShown(this.#showGallery(readGalleryIds(tag.attributes)), tag.end, 'block');
      case 'embed':
        return this.#showEmbed(tag);
      default:
        return this.#showCaption(tag);
    }
  }

  #showCaption(tag: ShortcodeTag): Shown | undefined {
    const enclosed = this.#enclosed(tag);
    const html = enclosed && showCaption(tag.attributes, enclosed.content);
    return enclosed && asShown(html, enclosed.end, html?.startsWith('<figure') ? 'block' : 'line');
  }

  #showEmbed(tag: ShortcodeTag): Shown | undefined {
    const enclosed = this.#enclosed(tag);
    if (!enclosed || enclosed.content.length > MAX_LENGTH) return undefined;
    const address = readAddress(enclosed.content.replace(/<br \/>|<\/?p>/g, ''));
    return asShown(address && showAddress(address), enclosed.end, 'line');
  }

  /** The end of a player is optional: text before the next one does not belong to it. */
  #showPlayer(tag: ShortcodeTag, html: string | undefined): Shown | undefined {
    const enclosed = this.#enclosed(tag);
    const isWhole = enclosed && enclosed.content.length <= MAX_LENGTH && NO_TEXT.test(enclosed.content);
    return asShown(html, isWhole ? enclosed.end : tag.end, 'text');
  }

  /** What a shortcode encloses, which is no other shortcode of its name. */
  #enclosed({ name, end, isClosed }: ShortcodeTag): { content: string; end: number } | undefined {
    const closing = `[/${name}]`;
    const close = isClosed ? -1 : this.#next.find(closing, end);
    const another = this.#next.find(`[${name}`, end);
    if (close === -1 || (another !== -1 && another < close)) return undefined;
    return { content: this.#html.slice(end, close), end: close + closing.length };
  }
}

function asShown(html: string | undefined, end: number, as: Shown['as']): Shown | undefined {
  return html === undefined ? undefined : { html, end, as };
}
