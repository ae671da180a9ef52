import type { Client } from '../../../../client/source/index.ts';
import { button, element, field } from '../dom.ts';
import { whileRunning, attempt } from '../status.ts';
import { moveBox, parseRatio, resizeBox, type Box, type Size } from './box.ts';
import { createNumberInput, makeKeyable, makePointable } from './controls.ts';

export type Image = Awaited<ReturnType<Client['images']['get']>>;

/** An image with one of its crops, which can be moved and resized by pointer, keys or numbers. */
export class Cropper {
  readonly root = element('div', { class: 'cropper' });
  readonly #client: Client;
  readonly #signal: AbortSignal;
  readonly #box = element('div', { class: 'box', tabIndex: 0, attributes: { role: 'group' } });
  readonly #stage: HTMLElement;
  readonly #numbers = {
    left: createNumberInput(left => this.#move(left - this.#current.left, 0)),
    top: createNumberInput(top => this.#move(0, top - this.#current.top)),
    width: createNumberInput(width => this.#resize(width)),
  };
  readonly #unsaved = element('span', { class: 'unsaved', hidden: true }, 'Not saved yet');
  #image: Image;
  #code: string;
  readonly #boxes = new Map<string, Box>();
  /** Crops that differ from the saved ones. */
  readonly #changed = new Set<string>();

  constructor(client: Client, image: Image, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
    this.#image = image;
    for (const [code, { left, top, width, height }] of Object.entries(image.manual_image_crops))
      this.#boxes.set(code, { left, top, width, height });
    [this.#code = ''] = this.#boxes.keys();
    const picture = element('img', { src: image.image_original_url, alt: image.alt, draggable: false });
    this.#stage = element('div', { class: 'stage' }, picture, this.#box);
    this.#listen();
    this.root.append(this.#choices(), this.#stage, this.#fields(), this.#actions());
    this.#draw();
  }

  get isUnsaved(): boolean {
    return this.#changed.size > 0;
  }

  get #size(): Size {
    return { width: this.#image.width, height: this.#image.height };
  }

  get #current(): Box {
    return this.#boxes.get(this.#code) ?? { left: 0, top: 0, ...this.#size };
  }

  #choices(): HTMLElement {
    const choice = (code: string): HTMLElement => {
      const input = element('input', {
        type: 'radio',
        name: 'ratio',
        value: code,
        checked: code === this.#code,
      });
      input.addEventListener('change', () => {
        this.#code = code;
        this.#draw();
      });
      return element('label', {}, input, element('span', {}, code.replace('x', ' : ')));
    };
    return element(
      'fieldset',
      { class: 'ratios' },
      element('legend', {}, 'Crop'),
      ...[...this.#boxes.keys()].map(choice),
    );
  }

  #fields(): HTMLElement {
    const { left, top, width } = this.#numbers;
    return element(
      'div',
      { class: 'sources' },
      field('Left', left.root),
      field('Top', top.root),
      field('Width', width.root),
    );
  }

  #actions(): HTMLElement {
    return element(
      'div',
      { class: 'sources' },
      button('Save crops', () => this.#save(), { class: 'primary' }),
      this.#unsaved,
    );
  }

  #listen(): void {
    const scale = (): number => this.#image.width / this.#stage.clientWidth;
    makePointable(this.#box, {
      onMove: (x, y) => this.#move(x * scale(), y * scale()),
      onResize: x => this.#resize(this.#current.width + x * scale()),
    });
    makeKeyable(this.#box, {
      onMove: (x, y) => this.#move(x, y),
      onResize: x => this.#resize(this.#current.width + x),
    });
  }

  #move(x: number, y: number): void {
    this.#set(moveBox(this.#current, x, y, this.#size));
  }

  #resize(width: number): void {
    this.#set(resizeBox(this.#current, width, parseRatio(this.#code), this.#size));
  }

  #set(box: Box): void {
    this.#boxes.set(this.#code, box);
    this.#changed.add(this.#code);
    this.#draw();
  }

  #draw(): void {
    const { left, top, width, height } = this.#current;
    const percent = (value: number, of: number): string => `${(value / of) * 100}%`;
    Object.assign(this.#box.style, {
      left: percent(left, this.#image.width),
      top: percent(top, this.#image.height),
      width: percent(width, this.#image.width),
      height: percent(height, this.#image.height),
    });
    const where = `${width} by ${height} pixels at ${left}, ${top}`;
    this.#box.setAttribute(
      'aria-label',
      `Crop ${this.#code.replace('x', ' to ')}: ${where}. Arrow keys move it, plus and minus size it.`,
    );
    this.#numbers.left.set(left);
    this.#numbers.top.set(top);
    this.#numbers.width.set(width);
    this.#unsaved.hidden = !this.isUnsaved;
  }

  /** Sends changed crops only, so only their sizes are made again. A crop that is changed during the request stays unsaved. */
  async #save(): Promise<void> {
    const { width: imgWidth, height: imgHeight } = this.#size;
    const sent = [...this.#boxes].filter(([code]) => this.#changed.has(code));
    const crops = sent.map(([code, box]) => [code, { ...box, imgWidth, imgHeight }] as const);
    const send = async (): Promise<void> => {
      this.#image = await this.#client.images.edit({
        path: { id: this.#image.id },
        body: { manual_image_crops: Object.fromEntries(crops) },
        signal: this.#signal,
      });
      for (const [code, box] of sent) if (this.#boxes.get(code) === box) this.#changed.delete(code);
      this.#unsaved.hidden = !this.isUnsaved;
    };
    await whileRunning(this.root, () => attempt('Saved. The thumbnails are being made.', send));
  }
}
