import { ApiError } from '../../../../client/source/errors.ts';
import { button, element } from '../dom.ts';
import { isRunning, whileRunning, attempt } from '../status.ts';
import type { Desk } from '../view.ts';
import { arrangedItem, otherItem } from './items.ts';
import { isSameOrder, mergeOrders } from './merge.ts';
import { readOrder, type Entry, type Order, type Page } from './read.ts';

/** Moves an entry to another index, limited to the ends of the list. */
function moveEntry<T>(entries: readonly T[], from: number, to: number): T[] {
  const rest = entries.filter((_, index) => index !== from);
  const entry = entries.slice(from, from + 1);
  return [...rest.slice(0, Math.max(0, to)), ...entry, ...rest.slice(Math.max(0, to))];
}

const MERGED = 'Another person has saved a different order. Both are merged here: check it and save again.';
const THEIRS = 'Another person has saved a different order, which is shown now.';

/** The posts of a page: the manually ordered ones, and the others, newest first. Changes are sent only on save. */
export class Arrangement {
  readonly root = element('div', { class: 'order' });
  readonly page: Page;
  readonly #desk: Desk;
  readonly #onSave: () => void;
  /** The order on the service. */
  #order: Order;
  /** The ids of the ordered posts, with unsaved changes. */
  #ids: number[];

  /** @param onSave called before an order is sent, because data that was read before becomes outdated */
  constructor(desk: Desk, page: Page, order: Order, onSave: () => void) {
    this.#desk = desk;
    this.page = page;
    this.#onSave = onSave;
    this.#order = order;
    this.#ids = order.ids;
    this.#draw();
  }

  get isUnsaved(): boolean {
    return !isSameOrder(this.#ids, this.#order.ids);
  }

  get isSaving(): boolean {
    return isRunning(this.root);
  }

  /** Merges the service's current order with the unsaved changes. */
  update(order: Order): void {
    const ids = mergeOrders(this.#order.ids, this.#ids, order.ids);
    const isShown = (id: number): boolean => order.entries.some(entry => entry.id === id);
    const isSame = JSON.stringify(order.entries) === JSON.stringify(this.#order.entries);
    const wasUnsaved = this.isUnsaved;
    const before = this.#ids;
    this.#order = order;
    this.#ids = ids.filter(isShown);
    if (isSame && isSameOrder(before, this.#ids) && wasUnsaved === this.isUnsaved) return;
    this.#draw(document.activeElement?.getAttribute('aria-label') ?? undefined);
  }

  #draw(focus?: string): void {
    const { entries } = this.#order;
    const arranged = this.#ids.flatMap(id => entries.find(entry => entry.id === id) ?? []);
    const others = entries.filter(({ id }) => !this.#ids.includes(id));
    const moves = {
      move: (from: number, to: number, label?: string) => this.#set(moveEntry(this.#ids, from, to), label),
      remove: (entry: Entry) => this.#remove(entry),
    };
    this.root.replaceChildren(
      element('h3', {}, `Arranged: ${this.page.title}`),
      element('p', {}, howTo(arranged.length)),
      element('ol', { class: 'arranged' }, ...arranged.map((one, index) => arrangedItem(one, index, moves))),
      element(
        'div',
        { class: 'sources' },
        button('Save order', () => this.#save(), { class: 'primary', 'aria-label': 'Save order' }),
        element('span', { class: 'unsaved', hidden: !this.isUnsaved }, 'Not saved yet'),
      ),
      element('h3', {}, 'Newest first'),
      element('ul', {}, ...others.map(entry => otherItem(entry, () => this.#putFirst(entry)))),
    );
    if (focus !== undefined)
      this.root.querySelector<HTMLElement>(`[aria-label=${CSS.escape(focus)}]`)?.focus();
  }

  /** While an order is saved it can't be changed. */
  #set(ids: number[], focus?: string): void {
    if (this.isSaving) return;
    this.#ids = ids;
    this.#draw(focus);
  }

  #putFirst({ id, headline }: Entry): void {
    this.#set([id, ...this.#ids], `Remove: ${headline}`);
  }

  #remove({ id, headline }: Entry): void {
    this.#set(
      this.#ids.filter(other => other !== id),
      `Put first: ${headline}`,
    );
  }

  async #save(): Promise<void> {
    await whileRunning(this.root, async () => {
      await attempt(`Saved the order of ${this.page.title}.`, () => this.#send());
    });
    this.#draw('Save order');
  }

  async #send(): Promise<void> {
    const { client, signal } = this.#desk;
    const { etag } = this.#order;
    const post_ids = this.#ids;
    this.#onSave();
    try {
      const call = {
        path: { id: this.page.id },
        body: { post_ids },
        ...(etag !== null && { ifMatch: etag }),
      };
      const saved = await client.sections.setOrder.answer(call);
      this.#order = { ...this.#order, ids: post_ids, etag: saved.etag };
    } catch (error) {
      if (!isOutdated(error)) throw error;
      const now = await readOrder(client, this.page, signal);
      this.update(now);
      // The answer to an earlier attempt may have been lost: then this order is saved.
      if (isSameOrder(now.ids, post_ids)) return;
      throw new Error(this.isUnsaved ? MERGED : THEIRS, { cause: error });
    }
  }
}

/** Whether another order was saved, or a post has left the page. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 412 || error.messages.some(text => text.startsWith('post_ids.')))
  );
}

function howTo(count: number): string {
  return count > 0
    ? 'Drag a post to its place, or use its buttons.'
    : 'No manual order: the newest post is first.';
}
