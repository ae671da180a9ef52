import { computed, signal, type Signal } from '@preact/signals';
import { ApiError } from '../../../../client/source/errors.ts';
import { messages } from '../messages.ts';
import { api } from '../service/api.ts';
import { isSameOrder, mergeOrders } from './merge.ts';
import { joinPage, readOrder, type Entry, type Order } from './read.ts';

const { order: texts } = messages;

const NOTHING: Order = { entries: [], ids: [], etag: null, hasMore: false };

/** The order of a page, with changes that aren’t saved. */
export class OrderState {
  readonly page: number;
  readonly order = signal<Order>(NOTHING);
  readonly ids = signal<readonly number[]>([]);
  /** Stories that were found by search, and may be of another page. */
  readonly #found = signal<readonly Entry[]>([]);
  /** Earlier orders, the newest last. */
  readonly past = signal<readonly (readonly number[])[]>([]);
  /** Orders that were undone, the last one last. */
  readonly undone = signal<readonly (readonly number[])[]>([]);
  /** What others have arranged since. */
  readonly theirs = signal<ReadonlySet<number>>(new Set());
  readonly isUnsaved = computed(() => !isSameOrder(this.ids.value, this.order.value.ids));
  readonly isSaving = signal(false);
  readonly arranged = computed(() => this.ids.value.flatMap(id => this.#find(id) ?? []));
  readonly others = computed(() => this.order.value.entries.filter(({ id }) => !this.ids.value.includes(id)));

  constructor(page: number) {
    this.page = page;
  }

  #find(id: number): Entry | undefined {
    return [...this.order.value.entries, ...this.#found.value].find(entry => entry.id === id);
  }

  /** While an order is saved it can't be changed. */
  #set(ids: readonly number[], isContinued = false): boolean {
    if (this.isSaving.value || isSameOrder(ids, this.ids.value)) return false;
    if (!isContinued) this.past.value = [...this.past.value, this.ids.value];
    this.undone.value = [];
    this.ids.value = ids;
    return true;
  }

  /** The place of a story among those that are shown, from 0. */
  placeOf(id: number): number {
    return this.arranged.value.findIndex(entry => entry.id === id);
  }

  /**
   * Moves a story to another place among those that are shown, limited to the ends of the list.
   * @param isContinued whether it is the same move as before, which is undone as one
   * @returns whether it moved
   */
  move(id: number, to: number, isContinued = false): boolean {
    const isOther = (other: number): boolean => other !== id;
    const rest = this.ids.value.filter(isOther);
    const next = this.arranged.value.map(entry => entry.id).filter(isOther)[Math.max(to, 0)];
    const place = next === undefined ? rest.length : rest.indexOf(next);
    return this.#set([...rest.slice(0, place), id, ...rest.slice(place)], isContinued);
  }

  putFirst(entry: Entry): void {
    this.#found.value = [...this.#found.value, entry];
    this.#set([entry.id, ...this.ids.value.filter(id => id !== entry.id)]);
  }

  remove(id: number): void {
    this.#set(this.ids.value.filter(other => other !== id));
  }

  undo(): void {
    this.#step(this.past, this.undone);
  }

  redo(): void {
    this.#step(this.undone, this.past);
  }

  #step(from: Signal<readonly (readonly number[])[]>, to: Signal<readonly (readonly number[])[]>): void {
    const next = from.value.at(-1);
    if (!next || this.isSaving.value) return;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, this.ids.value];
    this.ids.value = next;
  }

  #forgetSteps(): void {
    this.past.value = [];
    this.undone.value = [];
  }

  /** Merges the service's order with the unsaved changes. */
  take(order: Order): void {
    const { ids: base } = this.order.value;
    const merged = mergeOrders(base, [...this.ids.value], order.ids);
    const known = new Set([...order.entries, ...this.#found.value].map(({ id }) => id));
    const wasUnsaved = this.isUnsaved.value;
    this.order.value = order;
    this.ids.value = merged.filter(id => known.has(id));
    this.theirs.value = new Set(wasUnsaved ? order.ids.filter(id => !base.includes(id)) : []);
    if (!wasUnsaved) this.#forgetSteps();
  }

  /** Shows more stories, below unsaved changes. */
  extend({ entries, hasMore }: Order): void {
    this.order.value = { ...this.order.value, entries, hasMore };
  }

  /** @throws Error when others have changed the order since; it is merged then */
  async save(): Promise<void> {
    this.isSaving.value = true;
    try {
      await this.#send();
      this.theirs.value = new Set();
      this.#forgetSteps();
    } finally {
      this.isSaving.value = false;
    }
  }

  async #send(): Promise<void> {
    const { entries, etag } = this.order.value;
    const ids = [...this.ids.value];
    const strangers = ids.filter(id => !entries.some(entry => entry.id === id));
    for (const id of strangers) await joinPage(id, this.page);
    try {
      const call = {
        path: { id: this.page },
        body: { post_ids: ids },
        ...(etag !== null && { ifMatch: etag }),
      };
      const saved = await api.sections.setOrder.answer(call);
      const joined = this.arranged.value.filter(({ id }) => strangers.includes(id));
      this.order.value = { ...this.order.value, entries: [...joined, ...entries], ids, etag: saved.etag };
    } catch (error) {
      if (!isOutdated(error)) throw error;
      const now = await readOrder(this.page, entries.length, new AbortController().signal);
      this.take(now);
      // The answer to an earlier attempt may have been lost: then this order is saved.
      if (isSameOrder(now.ids, ids)) return;
      throw new Error(this.isUnsaved.value ? texts.merged : texts.replaced, { cause: error });
    }
  }
}

/** Whether another order was saved, or a story has left the page. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 412 || error.messages.some(text => text.startsWith('post_ids.')))
  );
}
