import { trustHtml, type Html } from '../html.ts';
import type { Frame } from '../frame.ts';
import { Directions } from './directions.ts';
import { replaceLeftShortcodes } from './left-shortcodes.ts';
import { renderEmbed, replaceShortcodes, toEmbed } from './embeds.ts';

interface Options {
  /** The level of the heading above the text: its own headings begin below it. */
  below?: number;
  /** Stands in the place that the body marks by `<listicle>`. */
  listicle?: Html | undefined;
}

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>|[^<]+/gi;

/**
 * Makes safe HTML of the API fit the page: frames are loaded after a click, tables and code scroll in boxes of their own, headings leave no
 * level out, pictures have a text, each block has the direction of its text. The sanitizer has escaped `<` and `>` in texts and attributes,
 * so tags are found by a pattern; it takes linear time.
 */
export function renderBody(html: string, frame: Frame, options: Options = {}): Html {
  const state = new State(frame, options);
  return trustHtml(
    html.replace(TOKEN, (token: string, slash?: string, name?: string, attributes?: string) => {
      if (name === undefined) return state.text(token);
      return slash === '/' ? state.close(token, name) : state.open(name, attributes ?? '');
    }),
  );
}

class State {
  readonly #frame: Frame;
  readonly #options: Options;
  readonly #headings: number[] = [];
  readonly #directions = new Directions();
  #level: number;
  #tables = 0;
  #links = 0;
  #plain = 0;

  constructor(frame: Frame, options: Options) {
    this.#frame = frame;
    this.#options = options;
    this.#level = options.below ?? 1;
  }

  text(text: string): string {
    if (this.#links > 0 || this.#plain > 0) return text;
    return replaceShortcodes(replaceLeftShortcodes(text), embed => renderEmbed(embed, this.#frame));
  }

  open(name: string, own: string): string {
    const attributes = this.#directions.open(name, own);
    const tag = `<${name}${attributes}>`;
    if (/^h[1-6]$/.test(name)) return this.#openHeading(Number(name[1]), attributes);
    if (name === 'table') return this.#tables++ === 0 ? `${this.#scrollBox()}${tag}` : tag;
    if (name === 'a') this.#links++;
    if (name === 'code') this.#plain++;
    if (name === 'pre') {
      this.#plain++;
      return `<pre tabindex="0"${attributes}>`;
    }
    if (name === 'iframe') return this.#frameOf(attributes);
    if (name === 'img') return describePicture(attributes);
    if (name === 'video' || name === 'audio')
      return `<${name} controls preload="none"${withoutPlay(attributes)}>`;
    if (name === 'listicle') return this.#options.listicle?.text ?? '';
    return name === 'main' ? '<div>' : tag;
  }

  close(tag: string, name: string): string {
    this.#directions.close(name);
    if (/^h[1-6]$/.test(name)) return `</h${this.#headings.pop() ?? 2}>`;
    if (name === 'table') return --this.#tables === 0 ? `${tag}</div>` : tag;
    if (name === 'a') this.#links--;
    if (name === 'pre' || name === 'code') this.#plain--;
    if (name === 'iframe' || name === 'listicle') return '';
    return name === 'main' ? '</div>' : tag;
  }

  /** Screen readers jump from heading to heading: none may be two levels below the one before it. */
  #openHeading(wanted: number, attributes: string): string {
    const least = (this.#options.below ?? 1) + 1;
    this.#level = Math.min(6, Math.max(least, Math.min(wanted, this.#level + 1)));
    this.#headings.push(this.#level);
    return `<h${this.#level}${attributes}>`;
  }

  #scrollBox(): string {
    return `<div class="scroll" role="region" aria-label="${this.#frame.texts.table}" tabindex="0">`;
  }

  #frameOf(attributes: string): string {
    const embed = toEmbed(readAttribute(attributes, 'src'), readAttribute(attributes, 'title'));
    return embed ? renderEmbed(embed, this.#frame).text : '';
  }
}

function describePicture(attributes: string): string {
  const alt = /\salt=/.test(attributes) ? '' : ' alt=""';
  const loading = /\sloading=/.test(attributes) ? '' : ' loading="lazy"';
  return `<img${alt}${loading}${attributes}>`;
}

function withoutPlay(attributes: string): string {
  return attributes.replace(/\s(?:controls|preload)(?:="[^"]*")?/g, '');
}

function readAttribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes) ?? [];
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
