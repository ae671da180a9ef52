import { computed, signal, type Signal } from '@preact/signals';
import { api, type ImageEdit } from '../../service/api.ts';
import type { Image } from '../image.ts';
import type { Box, Size } from './box.ts';

type Boxes = Readonly<Record<string, Box>>;

/** The crops of a picture, with those that were changed and aren't saved. */
export class CropState {
  readonly id: number;
  readonly size: Size;
  /** The picture as the service last answered it. */
  readonly image: Signal<Image>;
  /** Whether crops were saved since the picture was read. */
  isChanged = false;
  readonly saved = signal<Boxes>({});
  readonly boxes = signal<Boxes>({});
  readonly changed = computed(() =>
    Object.entries(this.boxes.value).filter(([code, box]) => !isSameBox(box, this.saved.value[code])),
  );
  readonly isDirty = computed(() => this.changed.value.length > 0);

  constructor(image: Image) {
    this.id = image.id;
    this.size = { width: image.width, height: image.height };
    this.image = signal(image);
    this.saved.value = readBoxes(image);
    this.boxes.value = this.saved.value;
  }

  set(code: string, box: Box): void {
    this.boxes.value = { ...this.boxes.value, [code]: box };
  }

  /** Sends changed crops only, so that only their sizes are made again. What is changed during the save stays unsaved. */
  async save(): Promise<void> {
    const { width: imgWidth, height: imgHeight } = this.size;
    const sent = Object.fromEntries(this.changed.value);
    const crops = Object.entries(sent).map(([code, box]) => [code, { ...box, imgWidth, imgHeight }] as const);
    this.#take(await this.#send(Object.fromEntries(crops)), sent);
  }

  /** Gives a crop back to the service, which makes its own; the other crops stay. */
  async reset(code: string): Promise<void> {
    const { [code]: given } = this.boxes.value;
    this.#take(await this.#send({ [code]: null }), given ? { [code]: given } : {});
  }

  async #send(manual_image_crops: ImageEdit['manual_image_crops']): Promise<Image> {
    return await api.images.edit({ path: { id: this.id }, body: { manual_image_crops } });
  }

  /** Shows the crops as the service has them, also those that others saved, but for those that were changed here since. */
  #take(image: Image, settled: Boxes): void {
    // Also one that was set back to what it was before the save.
    const bases = { ...this.saved.value, ...settled };
    const unsaved = Object.entries(this.boxes.value).filter(([code, box]) => !isSameBox(box, bases[code]));
    this.isChanged = true;
    this.image.value = image;
    this.saved.value = readBoxes(image);
    this.boxes.value = { ...this.saved.value, ...Object.fromEntries(unsaved) };
  }
}

function readBoxes({ manual_image_crops: crops }: Image): Boxes {
  const boxes = Object.entries(crops).map(([code, { left, top, width, height }]): [string, Box] => {
    return [code, { left, top, width, height }];
  });
  return Object.fromEntries(boxes);
}

function isSameBox(one: Box, other: Box | undefined): boolean {
  return (
    one.left === other?.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height
  );
}
